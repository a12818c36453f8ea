import type { DocumentDescriptor } from '@concordat/runtime/http'
import { stepsOf } from '@concordat/runtime/pointer'
import { breaksOnlyFormat } from '../../data/document/of-format.ts'
import { documentValidator } from '../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import type { BrokenFormat } from './counts.ts'
import { coveredAnswerJson, coveredRequestJson } from './json-bodies.ts'

/**
 * Maximum number of issues per body. Each property is reported once, but a response may have a million items.
 */
const MAX_ISSUES = 100

/**
 * Finds values in accepted bodies and in responses that violate only a format. Finds none if the document
 * asserts formats, because each such value is then a finding.
 */
export function watchUnassertedFormats(
  document: Pick<DocumentDescriptor, 'definitions' | 'formats'>,
): (plan: RequestPlan, answer: Answer) => readonly BrokenFormat[] {
  if (document.formats !== 'annotate') return () => []
  const validator = documentValidator(document, MAX_ISSUES)
  const brokenIn = (
    where: BrokenFormat['where'],
    json: ReturnType<typeof coveredRequestJson>,
  ): readonly BrokenFormat[] => {
    if (json === undefined) return []
    return validator(json.schema)(json.value)
      .filter(breaksOnlyFormat)
      .map(({ instancePath, params }) => ({
        where,
        member: memberAt(instancePath),
        format: String(params['format'] ?? 'string of any allowed format'),
      }))
  }
  return (plan, answer) => [
    ...brokenIn('accepted', isSuccess(answer) ? coveredRequestJson(plan) : undefined),
    ...brokenIn('answered', coveredAnswerJson(plan, answer)),
  ]
}

/**
 * Returns the path of a property with "*" for indexes, such as "data.*.since", so that it is the same for all
 * items.
 */
function memberAt(instancePath: string): string {
  return stepsOf(instancePath)
    .map((step) => (/^\d+$/.test(step) ? '*' : step))
    .join('.')
}
