import type { Foundation } from '../feature/foundation.ts'
import type { PackageRegistry } from './packages/registry.ts'

/** Everything that plugins depend on in addition to the foundation. */
export interface PluginParts extends Foundation {
  /** The registry from which plugins are installed. */
  readonly registry: PackageRegistry
}
