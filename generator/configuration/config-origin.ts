import type { Path } from '../options/kinds/kind.ts'

/** Where a configuration is written: a file, and which of its configurations it is. */
export interface ConfigOrigin {
  /** Absolute. */
  readonly file: string
  /** Empty where the file has one configuration. */
  readonly path: Path
}
