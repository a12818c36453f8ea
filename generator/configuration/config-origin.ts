import type { OptionPath } from '../options/kinds/kind.ts'

/** Where a configuration is: a file, and its index there. */
export interface ConfigOrigin {
  /** Absolute. */
  readonly file: string
  /** Empty if the file has a single configuration. */
  readonly path: OptionPath
}
