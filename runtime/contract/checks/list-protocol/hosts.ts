import { foreignHost } from '../../evidence/addresses.ts'
import type { Page } from '../../evidence/collection.ts'
import type { Finding } from '../../outcome/finding.ts'
import { nextPart, type Round } from './round.ts'
import { rules } from './rules.ts'

/** Links to other pages lead to the host that was asked: the caller may not be able to reach any other. */
export function checkHosts({ operation, report }: Round, pages: readonly Page[]): Finding[] {
  const named = pages.flatMap((page) => [
    { page, link: page.next, part: nextPart(operation.list) ?? 'Link' },
    { page, link: page.previous ?? undefined, part: operation.list?.previous?.join('.') ?? 'previous' },
  ])
  for (const { page, link, part } of named) {
    const host = link === undefined ? undefined : foreignHost(link, page.answer)
    if (host === undefined) continue
    const own = new URL(page.answer.exchange.request.url).host
    return [
      report(page, {
        ...{ part, breaks: rules.host },
        fact: { kind: 'link to another host', host: own, received: String(link) },
      }),
    ]
  }
  return []
}
