import type { Fact } from './fact.ts'
import type { Oddity, RequestFacts } from './facts/request-facts.ts'
import { documentedStatusWords, type FactWords, shortFactText, withMediaType } from './said.ts'

/** Wording for findings about names, conditions and wrong requests. */
export const requestWords = {
  'unknown name': ({ wanted, probe, parameter, value, inQuery }) => ({
    expected: `${wanted.join(' or ') || 'a 4xx'} for the ${probe} ${parameter} "${value}"${inQuery === undefined ? '' : ` (with ${parameter}=${inQuery} in the query)`}`,
  }),
  'unknown name refused otherwise': ({ wanted, probe }) => ({
    expected: `${documentedStatusWords(wanted)} for ${probe === 'unknown' ? 'a path that does not exist' : `a ${probe} path parameter`}`,
  }),
  'below another parent': ({ is, by }) => ({
    expected: ELSEWHERE[is](by),
    wrong: FOUND_ELSEWHERE[is],
  }),
  'offer refused': ({ wanted, offer }) => ({ expected: { status: `${wanted.join(' or ')} for ${offer}` } }),
  'offered media type': ({ mediaType, offer, received }) => ({
    expected: `${mediaType} for ${offer}`,
    received,
    wrong: `returns ${shortFactText(received)} instead of ${mediaType} for ${offer}`,
  }),
  'odd value crashes': ({ odd, in: location, parameter }) => ({
    expected: `no server error for ${ODDITIES[odd]}${PLACES[location](parameter)}`,
    wrong: (came) => `crashes with ${came} for ${ODDITIES[odd]}${PLACES[location](parameter)}`,
  }),

  'condition ignored': ({ tag }) => ({
    expected: { status: `412 for an "If-Match" header with ${TAGS[tag]}` },
    wrong: TAGS_ACCEPTED[tag],
  }),
  'condition forbade it': ({ operation, status }) => ({
    expected: `the item unchanged, because ${operation} returned ${status}`,
    wrong: 'makes a change that the "If-Match" header forbids',
  }),
  'own tag refused': ({ value }) => ({
    expected: `no 412 for the entity tag that was read, ${value}`,
    wrong: 'returns 412 for the current entity tag of its item',
  }),
  'tag kept': ({ value }) => ({
    expected: 'a new entity tag for the changed item',
    received: `${value} as before`,
    wrong: 'keeps the same entity tag although the item changed',
  }),
  'tag answered otherwise': ({ operation, value, received }) => ({
    ...{ expected: `the entity tag that ${operation} returned, ${value}`, received },
    wrong: 'returns an entity tag that the item does not have',
  }),
  'called unchanged': ({ by }) => ({
    expected: `the changed item from ${by} in response to the old entity tag`,
    received: { status: 304 },
    wrong: `changes an item that ${by} then reports as unchanged`,
  }),
  'list tag kept': ({ by, operation, value }) => ({
    expected: `a new entity tag from ${by}, because ${operation} changed its items`,
    received: `${value} as before`,
    wrong: `changes the items of ${by}, whose entity tag stays the same`,
  }),
  'list called unchanged': ({ by, operation }) => ({
    expected: `the list from ${by} in response to its old entity tag, because ${operation} changed its items`,
    received: { status: 304 },
    wrong: `changes a list that ${by} then reports as unchanged`,
  }),
  'not modified ignored': ({ value }) => ({
    expected:
      value === '*'
        ? 'status 304 for "If-None-Match: *", because the item exists'
        : `status 304 for an "If-None-Match" header with the item's entity tag, ${value}`,
    wrong: 'does not return 304 for an "If-None-Match" header that its item matches',
  }),
  'modified ignored': () => ({
    expected: 'no 304 for an "If-None-Match" header with another entity tag',
    wrong: 'returns 304 for an "If-None-Match" header with another entity tag',
  }),
  'modified since': ({ value, isChanged }) => ({
    expected: `${isChanged ? 'no 304' : 'status 304'} for "If-Modified-Since: ${value}"`,
    wrong: isChanged
      ? 'returns 304 although the item was changed after the time in "If-Modified-Since"'
      : 'does not return 304 when "If-Modified-Since" has the value of "Last-Modified"',
  }),
  'present, yet put': () => ({
    expected: { status: '412 for "If-None-Match: *", because something exists at the path' },
    wrong: 'does not return 412 for "If-None-Match: *", although something exists at the path',
  }),
  'created twice with a key': ({ header, id, received }) => ({
    expected: `${id} again for the same request with the same "${header}"`,
    received: `another item, ${received}`,
    wrong: `creates two items with one "${header}"`,
  }),
  'key of another body': ({ header, id }) => ({
    expected: `a separate response to a different request with the same "${header}"`,
    received: `${id}, with none of the values sent`,
    wrong: `returns the first item again for a different body with the same "${header}"`,
  }),
  'key of another tenant': ({ header, id }) => ({
    expected: `no item that another tenant created with the same "${header}"`,
    received: id,
    wrong: `returns one tenant's item to another tenant that sends the same "${header}"`,
  }),
  'address leads astray': ({ header, address, received }) => ({
    ...{
      expected: `a ${header} whose URL returns the expected content`,
      received: `${address}, which ${received}`,
    },
    wrong: `returns a ${header} with a wrong URL`,
  }),
  'Location leads astray': ({ id, received }) => ({
    ...{ expected: `a "Location" header that leads to ${id}`, received },
    wrong: 'returns a wrong "Location" header',
  }),

  'refused, yet created': ({ by, received }) => ({
    expected: `no new item in ${by}`,
    received,
    wrong: `rejects the request, but ${by} then lists a new item`,
  }),
  'refused, yet changed': ({ before, received }) => ({
    expected: `the item unchanged: ${before}`,
    received,
    wrong: 'rejects the request, but changes the item',
  }),
  'unexpected status': ({ wanted, isLoose, member, without }) => ({
    expected: { status: `${wanted.join(' or ')}${isLoose ? LOOSE_SCHEMA : ''}` },
    ...(member !== undefined && { when: `for a body with "${member}"` }),
    ...(without !== undefined && {
      when: `without ${without.map((name) => `"${name}"`).join(', ')}, which the document does not require`,
    }),
  }),
  'undocumented status': ({ documented }) => ({
    expected: `a documented status: ${documented.join(', ')}`,
  }),
  'excluded body taken': ({ status, what }) => ({
    expected: 'a 4xx for a body that the document does not allow',
    received: { status, words: `for this body: ${what}` },
    wrong: `returns ${status} for a body that the document does not allow: ${shortFactText(what)}`,
  }),
  'slash matters': ({ path, otherPath, getStatus, getType, status, mediaType }) => ({
    expected: `status ${withMediaType(getStatus, getType)} at ${otherPath}, as at ${path}`,
    received: { status, words: mediaType },
    wrong: `returns ${withMediaType(status, mediaType)} at ${otherPath}, but ${withMediaType(getStatus, getType)} at ${path}`,
  }),
  'schema broken': ({ at, must, received }) => ({ expected: `${at} ${must}`, received }),
  'items unreadable': ({ mediaType, what, received }) => ({
    expected: `a readable ${mediaType} stream`,
    received: `${what}: ${received}`,
    wrong: `sends an unreadable ${mediaType} stream: ${shortFactText(received)}`,
  }),
  'open object changed': ({ member, wanted, operation, sent, received }) => ({
    expected: `"${member}" ${KEPT[wanted]({ operation, sent })}`,
    received,
    wrong: `does not keep "${member}": ${shortFactText(received)} instead of ${shortFactText(sent)}`,
  }),
} satisfies Pick<FactWords, keyof RequestFacts>

const KEPT = {
  sent: ({ sent }: Kept) => `as sent, with lists in the same order, when read again: ${sent}`,
  answered: ({ operation, sent }: Kept) => `as ${operation} returned it: ${sent}`,
  merged: ({ sent }: Kept) => `merged with the existing value: ${sent}`,
  'merged or replaced': () => 'merged or replaced as a whole',
  'without null': () => 'without the property that was set to null',
} as const

type Kept = Pick<Fact<'open object changed'>, 'operation' | 'sent'>

const ELSEWHERE = {
  listed: () => 'no item that can be read only under another parent',
  read: () => '404 for an item under a parent whose list does not contain it',
  written: (by: string) => `404 under a parent if neither ${by} nor a read returns the item there`,
  below: (by: string) => `404 below a path at which ${by} returns 404`,
} as const

const FOUND_ELSEWHERE = {
  listed: 'lists an item that belongs to another parent',
  read: 'finds an item under a parent that does not list it',
  written: 'changes or deletes an item under a parent that does not have it',
  below: 'succeeds below an item whose parent does not have it',
} as const

const TAGS = {
  another: 'an entity tag that the item does not have',
  'an old one': 'the entity tag from before the change',
  'a weak one': 'the weak form of the item\'s entity tag, which "If-Match" never matches',
} as const

const TAGS_ACCEPTED = {
  another: 'ignores the "If-Match" header',
  'an old one': 'accepts an old entity tag in the "If-Match" header',
  'a weak one': 'accepts a weak entity tag in the "If-Match" header',
} as const

const LOOSE_SCHEMA =
  ' for values that the schema allows (if the rejection is right, the schema lacks a constraint or an example)'

const ODDITIES: Readonly<Record<Oddity, string>> = {
  'odd characters': 'characters beyond the Basic Multilingual Plane and control characters',
  'U+0000': 'the character U+0000',
  signs: 'quotes, brackets and other special characters of query languages',
  'beyond 64 bits': 'an integer that does not fit in 64 bits',
  'nested deeply': 'JSON nested thousands of levels deep',
  'crossed range': 'a range with reversed bounds',
  'no boundary': 'a form whose "Content-Type" has no boundary',
  'no parts': 'a form without parts',
  'cut part': 'a form that ends in the middle of a part',
  'broken escapes': 'a form with invalid escapes',
  malformed: 'meaningless text',
}

const PLACES: Readonly<Record<Fact<'odd value crashes'>['in'], (parameter?: string) => string>> = {
  path: (parameter) => ` as path parameter "${parameter}"`,
  query: () => ' in the query',
  header: () => ' in conditional or range headers',
  body: () => ' in the body',
  form: () => '',
}
