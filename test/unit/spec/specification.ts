import { resolve } from 'node:path'
import config from '../../../concordat.config.ts'

const root = resolve(import.meta.dirname, '../../..')
const [service] = [config].flat()
if (service === undefined) throw new Error('concordat.config.ts does not name a document.')

/** Absolute paths of the service's document and its overlays, in the order in concordat.config.ts. */
export const specification = {
  document: resolve(root, service.document),
  overlays: (service.overlays ?? []).map((overlay) => resolve(root, overlay)),
}
