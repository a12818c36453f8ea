import type { OperationDescriptor } from '@concordat/runtime/http'
import { jsonBody } from '../../../data/document/json-body.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import { isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import type { Convention } from '../../../data/outcome/kinds/facts/conventions.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import type { CheckContext } from '../../check.ts'
import { isConvention } from '../../evidence/log/is-convention.ts'
import { isAboutItsItem, type NegativeCase } from '../../wrong-requests/case.ts'
import { lenientCases } from '../../wrong-requests/lenient-cases.ts'

/** The settings of parsers that let in some kinds of cases. */
const CONVENTION_OF: Readonly<Record<string, Convention>> = {
  'text for a number': 'text for numbers',
  'text for a boolean': 'text for numbers',
  'text/plain': 'any media type',
  untyped: 'any media type',
}

/** True if the server's parser accepts such requests for all operations. */
export async function isUsualLeniency(
  context: CheckContext,
  { path }: OperationDescriptor,
  { kind }: NegativeCase,
): Promise<boolean> {
  const convention = CONVENTION_OF[kind]
  if (convention === undefined) return false
  const others = context.document.operations
    .filter((other) => other.path !== path && jsonBody(other) !== undefined)
    .toSorted((one, other) => pathTemplates(one.path).length - pathTemplates(other.path).length)
  return isConvention(context, convention, {
    others,
    shows: async (other) => {
      const fixture = await context.pool.fixture(other)
      const cases = lenientCases(context, other, context.pool.requests.best(other, fixture.binding))
      const alike = [...cases].find((one) => CONVENTION_OF[one.kind] === convention && isAboutItsItem(one))
      if (alike === undefined) return undefined
      const sent = { expecting: 'refusal', at: fixture, sending: alike.plan } as const
      const { answer } = await context.attempt(other, sent)
      if (isSuccess(answer)) return true
      return isRefusal(answer) && !new Refusal(answer).isAbout('conflict') ? false : undefined
    },
  })
}
