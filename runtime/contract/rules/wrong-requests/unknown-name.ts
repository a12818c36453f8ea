import type { OperationDescriptor } from '@concordat/runtime/http'
import { extendBinding, type PathBinding, pathTemplates } from '../../data/document/path-binding.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import { unknownLike, unknownValue } from '../../world/values/unknown-value.ts'
import type { CheckContext } from '../check.ts'

/**
 * Binds a path to an item that does not exist: below real parents, with an unknown value for the last
 * parameter, in the form of its real value if possible.
 * @returns `undefined` if every valid value is known.
 * @throws NotRun if the path leads to no real item.
 */
export async function bindingOfNothing(
  { document, pool, random }: CheckContext,
  operation: OperationDescriptor,
): Promise<PathBinding | undefined> {
  const { path, parameters = [] } = operation
  const real = await pool.bindings.find(operation, 'read')
  const [last] = pathTemplates(path).slice(-1)
  const parameter = parameters.find(({ name, in: location }) => location === 'path' && name === last?.name)
  const schema = schemaIn(document, parameter?.schema)
  const known = real.get(last?.key ?? '')?.text ?? ''
  const text = unknownLike(known, schema, random) ?? unknownValue(schema, random)
  return text === undefined ? undefined : extendBinding(real, path, { text, origin: 'unknown' })
}
