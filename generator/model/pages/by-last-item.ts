import { identifiers, links, paging } from '@concordat/contract/lexicon'
import { type Subject, shown, takes, type Verdict } from './subject.ts'

/** Paging by the id of the last item, if the answer says that there is more but has no cursor. */
export function byLastItem({ parameters, values, items, end, readers }: Subject): Verdict | undefined {
  const cursors = parameters.filter(({ name }) => paging.cursor.has(name))
  const [parameter] = cursors
  if (parameter === undefined) return undefined
  const hasOther = values.some(({ name, types }) => !types.has('boolean') && links.cursors.has(name))
  const members = readers.facts.members(items.item)
  const [name = ''] = identifiers.sure.among(members.keys())
  const id = members.get(name)
  const facets = id === undefined ? undefined : readers.facts.facets(id.schema)
  if (cursors.length > 1 || !paging.after.has(parameter.name) || hasOther)
    return { doubt: `nothing in the response is declared as the next ${shown(parameter)}` }
  if ((end.more ?? end.last) === undefined)
    return {
      doubt: `nothing in the response says which page is the last, and what ${shown(parameter)} takes`,
    }
  if (id?.isEverywhere !== true || facets === undefined || !takes(parameter, facets))
    return { doubt: `items have no identifier that ${shown(parameter)} could take` }
  return {
    next: { from: 'lastItem', path: [name] },
    sent: { in: parameter.in, path: parameter.path },
    ...end,
  }
}
