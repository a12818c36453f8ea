import { isSuccess } from '../answer.ts'
import type { Check } from '../check.ts'
import { excerpt } from '../excerpt.ts'
import { NotRun } from '../not-run.ts'

/** A server may do without HEAD, and says so. */
const UNSUPPORTED = [404, 405, 501]

/** HEAD is GET without the content. @see RFC 9110, 9.3.2 */
export const head: Check = {
  code: 'head',
  grade: 'derived',
  description: 'HEAD answers the status and the media type of GET, where the server supports it.',
  applies: ({ method }) => method === 'GET',
  title: () => 'HEAD answers the status and media type of GET',
  async run(context, operation) {
    const { plan, answer: get } = await context.fixtures.call(operation)
    if (!isSuccess(get)) throw new NotRun(`${operation.operationId} answered ${get.status}`)
    const answer = await context.send({ ...plan, method: 'HEAD' })
    if (UNSUPPORTED.includes(answer.status)) throw new NotRun(`HEAD is answered with ${answer.status}`)
    const isSame = answer.status === get.status && answer.mediaType === get.mediaType
    if (isSame) return []
    return [
      context.finding({
        operation,
        answer,
        clause: operation.pointer,
        basis: 'derived',
        expected: `status ${get.status} ${get.mediaType} to HEAD, as to GET`,
        received: excerpt(`status ${answer.status} ${answer.mediaType}`),
      }),
    ]
  },
}
