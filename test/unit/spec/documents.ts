import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { load } from '../../../generator/load/load.ts'
import { specification } from './specification.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

export interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: Json
  readonly remove?: boolean
}

/** Loading fails if an overlay action matches nothing, and then every test here fails. */
export const loaded = await load(specification)

/** The interface document's own statements. */
export const base = loaded.base as unknown as JsonObject

/** The same document with the service's decisions. */
export const merged = loaded.document as unknown as JsonObject

/** The decisions, in order. */
export const actions = specification.overlays.flatMap(
  (overlay) => parse(readFileSync(overlay, 'utf8')).actions as readonly Action[],
)
