import { identifiers, pageLinkWords, paging } from '@concordat/contract/lexicon'
import { type PagingSubject, type PagingVerdict, pagingParameterTakes, writtenPagingPath } from './subject.ts'

/**
 * Paging with the last item's ID. It applies if the response says whether there are more items but contains
 * no cursor.
 */
export function pagingByLastItem({
  parameters,
  values,
  items,
  end,
  readers,
}: PagingSubject): PagingVerdict | undefined {
  const cursors = parameters.filter(({ name }) => paging.cursor.has(name))
  const [parameter] = cursors
  if (parameter === undefined) return undefined
  const hasOther = values.some(({ name, types }) => !types.has('boolean') && pageLinkWords.cursors.has(name))
  const members = readers.facts.members(items.item)
  const [name = ''] = identifiers.sure.among(members.keys())
  const id = members.get(name)
  const facets = id === undefined ? undefined : readers.facts.facets(id.schema)
  if (cursors.length > 1 || !paging.after.has(parameter.name) || hasOther)
    return { doubt: `nothing in the response says which value ${writtenPagingPath(parameter)} expects` }
  if ((end.more ?? end.last) === undefined)
    return {
      doubt: `nothing in the response says which page is the last, or which value ${writtenPagingPath(parameter)} expects`,
    }
  if (id?.isEverywhere !== true || facets === undefined || !pagingParameterTakes(parameter, facets))
    return { doubt: `items have no identifier that is valid for ${writtenPagingPath(parameter)}` }
  return {
    next: { from: 'lastItem', path: [name] },
    sent: { in: parameter.in, path: parameter.path },
    ...end,
  }
}
