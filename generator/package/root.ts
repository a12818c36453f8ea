import { resolve } from 'node:path'

/**
 * The package's folder. Like this file, the bundled files of the published package are two folders below it.
 */
export const PACKAGE_ROOT = resolve(import.meta.dirname, '../..')
