import type { OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { memberOf } from '@concordat/runtime/json'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { nothingCompared, type Verdict } from '../../../data/outcome/not-run.ts'
import { headerParameter } from '../../../world/requests/header-parameters.ts'
import { requestWithTag } from '../../../world/requests/with-value.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { ownedByClients } from '../../evidence/client-members.ts'
import type { ListedPage } from '../../evidence/pages/page.ts'
import type { PerformedWrite } from '../../evidence/performed-write.ts'
import { type IsolationBreach, rules } from './rules.ts'

const NOT_MODIFIED = 304

/**
 * Checks that a page of a list whose items a write changed has a new entity tag, and that a request with the
 * old one does not get 304. A weak tag is allowed to stay the same.
 * @see RFC 9110, 13.1.2
 */
export async function checkListTags(
  context: CheckContext,
  { operationId: operation }: OperationDescriptor,
  { before, after, item }: PerformedWrite,
): Promise<Verdict<IsolationBreach>> {
  if (before === undefined || after === undefined || item === undefined) return nothingCompared()
  const { by } = before
  const { old, now, tag } = changedPage(context, item.resource, { before, after }) ?? {}
  if (old === undefined || now === undefined || tag === undefined) return nothingCompared()
  if (tagOf(now) === tag) {
    if (tag.startsWith('W/')) return nothingCompared()
    const fact = { kind: 'list tag kept', by: by.operationId, operation, value: tag } as const
    return [{ answer: now.answer, breaks: rules['entity-tag'], fact }]
  }
  const header = headerParameter(by, 'if-none-match')
  const { query, header: headers, link } = old.asked
  if (header === undefined || headers !== undefined || link !== undefined) return []
  const usual = context.pool.requests.best(by, item.binding)
  const plan = { ...usual, query: { ...usual.query, ...query } }
  const known = { name: header.name, text: tag, answer: old.answer }
  const answer = await context.read(requestWithTag(plan, known))
  if (answer.status !== NOT_MODIFIED) return []
  // A later write may have restored the list that has this tag.
  const restored = await context.read(plan)
  if (restored.headers.get('etag') === tag) return nothingCompared()
  const fact = { kind: 'list called unchanged', by: by.operationId, operation } as const
  return [{ answer, breaks: rules['entity-tag'], fact }]
}

interface ChangedPage {
  readonly old: ListedPage
  readonly now: ListedPage
  /** The entity tag before the change. */
  readonly tag: string
}

/** The first page with an entity tag whose items, or the values that clients wrote in them, changed. */
function changedPage(
  context: CheckContext,
  resource: ResourceDescriptor,
  { before, after }: Required<Pick<PerformedWrite, 'before' | 'after'>>,
): ChangedPage | undefined {
  const owned = ownedByClients(context, resource)
  const shownOn = ({ items }: ListedPage): unknown =>
    Object.fromEntries(
      items.map((item, index) => [
        itemIdOf(resource, item) ?? index,
        owned.map((name) => memberOf(item, name) ?? null),
      ]),
    )
  return before?.pages.flatMap((old): readonly ChangedPage[] => {
    const now = after?.pages.find((page) => urlOf(page) === urlOf(old))
    const tag = tagOf(old)
    if (now === undefined || tag === null || isSameAsKept(shownOn(old), shownOn(now))) return []
    return [{ old, now, tag }]
  })[0]
}

function urlOf({ answer }: ListedPage): string {
  return answer.exchange.request.url
}

function tagOf({ answer }: ListedPage): string | null {
  return answer.headers.get('etag')
}
