import { resolve } from 'node:path'
import { load } from '../../../generator/load/load.ts'
import type { JsonObject } from './documents.ts'

const { document } = await load({
  document: resolve(import.meta.dirname, '../../../spec/capture.yaml'),
  overlays: [],
})

/** How events come in. */
export const captureDocument = document as unknown as JsonObject
