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

/** Loading fails when an action of an overlay matches nothing, so that every test here fails with it. */
export const loaded = await load(specification)

/** Statements of the interface document. */
export const base = loaded.base as unknown as JsonObject

/** The same with the service's decisions. */
export const merged = loaded.document as unknown as JsonObject

/** The decisions, in their order. */
export const actions = specification.overlays.flatMap(
  (overlay) => parse(readFileSync(overlay, 'utf8')).actions as readonly Action[],
)
