import type { NextFrom } from '../reading/pages.ts'
import { type Following, followTold, type IsMore, type ReadPage, valueInPage } from '../reading/read-page.ts'
import type { PageStyle } from './style.ts'

type Next = NextFrom<'links'>

export function followLinks(next: Next, { body }: ReadPage, isMore: IsMore): Following | undefined {
  return followTold(targetIn(valueInPage(body, next.path), next), isMore)
}

function targetIn(links: unknown, { rel, target }: Next): unknown {
  const isNext = (relation: unknown) => String(relation).toLowerCase() === 'next'
  const link = [links].flat().find((link) => [valueInPage(link, [rel])].flat().some(isNext))
  return valueInPage(link, [target])
}

/**
 * A style in which one of the response's links has the relation "next": `link: [{ relation: 'next', url }]`.
 */
export const linksStyle: PageStyle<Next> = {
  toldIn: 'body',
  mayBeUrl: true,
  follow: followLinks,
  part: ({ path }) => path.join('.'),
  rename: (next, name) => ({
    ...next,
    path: next.path.map(name),
    rel: name(next.rel),
    target: name(next.target),
  }),
  write: ({ path, rel, target }, { nextLink }) => ({
    members: [[path, nextLink === undefined ? [] : [{ [rel]: 'next', [target]: nextLink }]]],
  }),
}
