import { isJson, type ParameterDescriptor } from '@concordat/runtime/http'
import type { NamedDifference } from '../differences.ts'
import type { Sent } from './asked.ts'
import type { Prepared } from './prepare.ts'
import type { Outcome } from './validators.ts'

/** A request that another validator judges otherwise. */
export interface Difference {
  readonly by: string
  readonly prepared: Prepared
  readonly sent: Sent
  readonly ours: Outcome
  readonly theirs: Outcome
}

type Fits = NamedDifference<Difference>['fits']

const takes =
  (by: string, fits: Fits): Fits =>
  (difference) =>
    difference.by === by && difference.theirs.isTaken === true && fits(difference)

const refuses =
  (by: string, reason: RegExp, fits: Fits = () => true): Fits =>
  (difference) =>
    difference.by === by &&
    difference.theirs.isTaken === false &&
    reason.test(difference.theirs.reason) &&
    fits(difference)

/** The parameter that is broken. */
export function brokenParameter({ operation, place }: Sent): ParameterDescriptor | undefined {
  return operation.parameters?.find(({ in: location, name }) => `${location} ${name}` === place)
}

/** True if a property that is asked for is `readOnly` somewhere in the document. */
const asksForReadOnly: Fits = ({ theirs, prepared }) => {
  const text = JSON.stringify(prepared.document)
  const names = [...theirs.reason.matchAll(/required property '([^']*)'/g)].map(([, name]) => name)
  return names.some((name) => new RegExp(`"${name}":\\{[^{}]*"readOnly":true`).test(text))
}

const sendsNull: Fits = ({ sent: { body } }) => body === 'null'

const sendsForm: Fits = ({ sent: { headers } }) => !isJson(headers['content-type'] ?? '')

export const NAMED: readonly NamedDifference<Difference>[] = [
  {
    reason: 'Fastify validates a body that is there; whether there is one is the handler’s.',
    fits: takes('Fastify', ({ sent }) => sent.kind === 'required body'),
  },
  {
    reason:
      'express-openapi-validator and Prism ask nested objects for properties that are `readOnly`, which are required of responses alone (OpenAPI 3.0.4, 4.7.24.2).',
    fits: (difference) =>
      ['Prism', 'express-openapi-validator'].some((by) =>
        refuses(by, /body.* must have required property/, asksForReadOnly)(difference),
      ),
  },
  {
    reason:
      'express-openapi-validator refuses parameters and items that are `readOnly`, which concerns properties alone (OpenAPI 3.0.4, 4.7.24.2).',
    fits: refuses('express-openapi-validator', /is read-only/),
  },
  {
    reason:
      'express-openapi-validator leaves the fields of a form texts, so that no number fits (OpenAPI 3.1.1, 4.8.14.4 has them read by their schemas).',
    fits: refuses(
      'express-openapi-validator',
      /request\/body\/\S+ must be (integer|number|boolean|array|object)/,
      sendsForm,
    ),
  },
  {
    reason:
      'express-openapi-validator fills in a default for a required member that is missing; `default` is an annotation (JSON Schema Validation 2020-12, 9.2).',
    fits: takes('express-openapi-validator', ({ ours }) => /must have the property/.test(ours.reason)),
  },
  {
    reason:
      'Prism finds no values in a path template with a query or fragment of its own, which OpenAPI does not know and real documents have.',
    fits: refuses(
      'Prism',
      /^path Request path must have required|; path Request path must have/,
      ({ sent }) => /[?#]/.test(sent.operation.path),
    ),
  },
  {
    reason:
      'Prism gathers no object from the parameters into which `explode` spreads it (OpenAPI 3.1.1, 4.8.12.4).',
    fits: ({ by, ours, theirs }) =>
      by === 'Prism' &&
      /query (Request query )?must have (the|required) property/.test(`${theirs.reason}${ours.reason}`),
  },
  {
    reason: 'Prism leaves a list of a nullable type a text.',
    fits: refuses('Prism', /must be array,null/),
  },
  {
    reason:
      'A `oneOf` whose alternatives allow the same is read as `anyOf`: alternatives-alike in docs/problems.md.',
    fits: refuses('Prism', /must match exactly one schema in oneOf/),
  },
  {
    reason: 'Prism takes a body of `null` for none.',
    fits: (difference) =>
      takes('Prism', sendsNull)(difference) ||
      refuses('Prism', /Body parameter is required/, sendsNull)(difference),
  },
  {
    reason: 'Prism validates neither cookies nor parameters with a media type.',
    fits: takes('Prism', ({ sent }) => {
      const parameter = brokenParameter(sent)
      return parameter?.in === 'cookie' || parameter?.mediaType !== undefined
    }),
  },
  {
    reason: 'Prism validates nothing by a schema with a pattern that it cannot compile.',
    fits: takes('Prism', ({ prepared }) => /"pattern":"\("/.test(JSON.stringify(prepared.document))),
  },
]
