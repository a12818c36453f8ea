import { resolve } from 'node:path'

/** The folder of the package. Published files, with this one bundled, lie two folders below it as well. */
export const ROOT = resolve(import.meta.dirname, '../..')
