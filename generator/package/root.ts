import { resolve } from 'node:path'

/** The folder of the package. The files that are published lie two folders below it too, this one joined to others. */
export const ROOT = resolve(import.meta.dirname, '../..')
