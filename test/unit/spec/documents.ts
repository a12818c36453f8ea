import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { load } from '../../../generator/load/load.ts'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type JsonObject = { [name: string]: Json }

export interface Action {
  readonly target: string
  readonly description?: string
  readonly update?: Json
  readonly remove?: boolean
}

const DOCUMENT = fileURLToPath(new URL('../../../spec/openapi.yaml', import.meta.url))
const OVERLAY = fileURLToPath(new URL('../../../spec/service.overlay.yaml', import.meta.url))

/** Loading fails when an action of the overlay matches nothing, so that every test here fails with it. */
export const loaded = await load({ document: DOCUMENT, overlays: [OVERLAY] })

/** What the interface document states. */
export const base = loaded.base as unknown as JsonObject

/** The same with the service's decisions. */
export const merged = loaded.document as unknown as JsonObject

/** The decisions, in their order. */
export const actions = parse(readFileSync(OVERLAY, 'utf8')).actions as readonly Action[]
