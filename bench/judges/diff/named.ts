import type { Difference } from '../diff.ts'
import type { NamedDifference } from '../differences.ts'
import { DONE } from './least-operations.ts'
import { NAMED_OF_OASDIFF } from './named-oasdiff.ts'
import { NAMED_OF_REDOCLY } from './named-redocly.ts'

/** A reason why a tool and Concordat differ. */
export interface NamedChange extends NamedDifference<Difference> {
  /**
   * The smallest pair of operations with this difference. Every run compares the pair, and fails if both
   * tools agree on it.
   */
  readonly example: readonly [old: object, now: object]
  /** The example is a webhook. */
  readonly isWebhook?: true
}

const NAMED_CHANGES: readonly (NamedChange & { readonly by: string })[] = [
  ...NAMED_OF_OASDIFF.map((name) => ({ ...name, by: 'oasdiff' })),
  ...NAMED_OF_REDOCLY.map((name) => ({ ...name, by: 'Redocly' })),
]

/** Each explanation applies only to differences from its own tool. */
export const NAMED = NAMED_CHANGES.map((name) => ({
  ...name,
  fits: (difference: Difference) => difference.by === name.by && name.fits(difference),
}))

/** Pairs of documents that differ by the change that each explanation describes. */
export const EXAMPLES = NAMED_CHANGES.map(({ reason, example: [old, now], isWebhook }) => ({
  name: reason,
  old: documentOf(old, isWebhook),
  now: documentOf(now, isWebhook),
}))

function documentOf(operation: object, isWebhook = false): object {
  const post = 'responses' in operation ? { post: operation } : {}
  const kept = { get: { responses: DONE } }
  return {
    openapi: '3.1.1',
    info: { title: 'Example', version: '1' },
    paths: isWebhook ? { '/kept': kept } : { '/kept': kept, ...('post' in post && { '/example': post }) },
    ...(isWebhook && { webhooks: { example: post } }),
  }
}
