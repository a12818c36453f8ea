import type { Foundation } from '../feature/foundation.ts'
import type { PackageRegistry } from './packages/registry.ts'

/** Dependencies of plugins besides the foundation. */
export interface PluginParts extends Foundation {
  /** Registry from which plugins are installed. */
  readonly registry: PackageRegistry
}
