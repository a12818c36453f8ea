import { client } from './client/output.ts'
import { contract } from './contract/output.ts'
import type { OutputRow } from './declaration/output.ts'
import { document } from './document/output.ts'
import { examples } from './examples/output.ts'
import { factories } from './factories/output.ts'
import { fetch } from './fetch/output.ts'
import { formats } from './formats/output.ts'
import { msw } from './msw/output.ts'
import { openapi } from './openapi/output.ts'
import { operations } from './operations/output.ts'
import { query } from './query/output.ts'
import { reference } from './reference/output.ts'
import { responses } from './responses/output.ts'
import { schemas } from './schemas/output.ts'
import { server } from './server/output.ts'
import { swr } from './swr/output.ts'
import { types } from './types/output.ts'
import { valibot } from './valibot/output.ts'
import { webhooks } from './webhooks/output.ts'
import { zod } from './zod/output.ts'

export { ROLE_NAMES, ROLES, type Role } from './declaration/role.ts'

/** What can be generated. Options, help, docs, `init` and printing follow from these rows. */
export const OUTPUTS = [
  document,
  types,
  client,
  server,
  webhooks,
  contract,
  operations,
  openapi,
  fetch,
  schemas,
  responses,
  query,
  swr,
  msw,
  factories,
  reference,
  valibot,
  zod,
] as const satisfies readonly OutputRow[]

/** The name of an output, for which the files stand that a reader of the output finds under it. */
export type Output = (typeof OUTPUTS)[number]['name']

export const OUTPUT_NAMES: readonly Output[] = OUTPUTS.map(({ name }) => name)

/** What is generated where nobody chooses. */
export const DEFAULT_OUTPUTS: readonly Output[] = OUTPUTS.filter(
  (output: OutputRow) => output.isOptional !== true,
).map(({ name }) => name)

/** Outputs, and what these need, in the order in which they are printed. */
const IN_ORDER: readonly OutputRow[] = [...OUTPUTS, formats, examples]

/** The outputs of these names, and all that they need. */
export function outputsOf(names: readonly Output[]): readonly OutputRow[] {
  const wanted = new Set<OutputRow>(OUTPUTS.filter(({ name }) => names.includes(name)))
  // A set that grows while it is walked gives what was added too.
  for (const { needs } of wanted) for (const needed of needs) wanted.add(needed)
  return IN_ORDER.filter((output) => wanted.has(output))
}
