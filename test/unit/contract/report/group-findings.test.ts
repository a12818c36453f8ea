import type { Finding } from '@concordat/contract'
import { expect, test } from 'vitest'
import { subjectOfBrokenClause } from '../../../../runtime/contract/data/outcome/clause-subject.ts'
import { findingIdentity, groupFindings } from '../../../../runtime/contract/report/group-findings.ts'
import { findingLikeness } from '../../../../runtime/contract/report/likeness.ts'
import { finding } from './finding.ts'

const sizes = (...parts: readonly Partial<Finding>[]) =>
  groupFindings(parts.map(finding)).map((group) => group.length)

test('a broken schema is one thing, whatever rule or operation meets it and where in the answer', () => {
  const clause = '#/components/schemas/Problem/required'
  expect(
    sizes(
      { clause, expected: 'the body must have the property "detail"' },
      {
        clause,
        rule: 'negative',
        operationId: 'createPet',
        expected: '/errors/0 must have the property "detail"',
      },
      {
        clause: '#/components/schemas/Pet/required',
        expected: 'the body must have the property "id"',
        received: '{}',
      },
    ),
  ).toEqual([2, 1])
})

test('answers of one operation that never end are one thing, whichever rule waits for them', () => {
  const endless = {
    cause: { kind: 'unending' },
    clause: '#/paths/~1events/get',
    operationId: 'listen',
    weight: 'shape',
    expected: 'a response that ends',
  } as const
  expect(
    sizes(
      endless,
      { ...endless, rule: 'head', grade: 'derived' },
      { ...endless, rule: 'head', operationId: 'watch', clause: '#/paths/~1changes/get' },
    ),
  ).toEqual([2, 1])
})

test('the same violation of several operations is one thing, word for word', () => {
  const put = { rule: 'methods', expected: 'status 405 for the undocumented PUT', received: 'status 404' }
  expect(
    sizes(
      { ...put, clause: '#/paths/~1pets' },
      { ...put, clause: '#/paths/~1toys', operationId: 'listToys' },
      {
        ...put,
        clause: '#/paths/~1toys',
        operationId: 'listToys',
        expected: 'status 405 for the undocumented PATCH',
      },
    ),
  ).toEqual([2, 1])
})

test('values of one run do not tell things apart, members of an operation do', () => {
  const at = { rule: 'unknown-id', clause: '#/paths/~1pets~1{id}/get/responses' }
  expect(
    sizes(
      { ...at, expected: '404 for the unknown id "a-1"', received: 'status 500 x' },
      { ...at, expected: '404 for the unknown id "b-2"', received: 'status 500 y' },
      { ...at, expected: 'a body', received: 'none' },
    ),
  ).toEqual([2, 1])
  const [one, other] = ['a-1', 'b-2'].map((id) =>
    findingIdentity(finding({ ...at, expected: `404 for "${id}"` })),
  )
  expect(one).toBe(other)
})

test('what a finding says is compared as data: a better sentence changes nothing', () => {
  const lost = (operationId: string, member: string, received: string, expected = 'the value as sent') =>
    finding({
      ...{ rule: 'lifecycle', operationId, kind: 'member lost', expected, received },
      clause: `#/paths/~1${operationId}/post/requestBody`,
      data: { member, where: 'in the response', sent: '"a"', received },
    })
  const [one, reworded] = [lost('a', 'name', '"b"'), lost('a', 'name', '"c"', 'it as it was sent')]
  expect(findingIdentity(one)).toBe(findingIdentity(reworded))
  expect(findingLikeness(one)).toBe(findingLikeness(lost('b', 'name', '"b"', 'it as it was sent')))
  expect(findingLikeness(one)).not.toBe(findingLikeness(lost('b', 'size', '"b"')))
  const other = finding({ ...one, kind: 'edge refused' })
  expect(findingIdentity(other)).not.toBe(findingIdentity(one))
})

test.each([
  ['#/paths/~1pets/get', { part: [], isWhole: true, isShared: false }],
  ['#/paths/~1pets/get/responses', { isWhole: true, isResponse: true }],
  ['#/paths/~1pets/get/responses/200', { isResponse: true, response: '200', isWhole: false }],
  ['#/paths/~1pets/get/responses/200/headers/etag', { isOfHeader: true, response: '200' }],
  ['#/paths/~1pets/get/responses/200/content/text~1html', { isOfContent: true }],
  ['#/paths/~1headers/post/requestBody/schema/properties/a~1b', { isShared: true, member: 'a/b' }],
  ['#/components/schemas/Pet', { isShared: true, schema: undefined }],
  [
    '#/components/schemas/Pet/properties/headers/type',
    { schema: 'Pet', member: 'headers', isOfHeader: false },
  ],
  ['#/components/responses/Pet', { isShared: true, isResponse: true, response: 'Pet' }],
  ['#/components/headers/Etag/schema', { isOfHeader: true }],
])('the pointer %s says what it is about', (clause, subject) => {
  expect(subjectOfBrokenClause(clause)).toMatchObject(subject)
})

/** Returns a finding about an exchange: the request to an operation and its response. */
function answered(
  path: string,
  {
    method = 'GET',
    status,
    body = '',
    type = 'application/json',
    ...part
  }: Partial<Finding> & {
    readonly method?: string
    readonly status: number
    readonly body?: string
    readonly type?: string
  },
): Partial<Finding> {
  const request = { method, url: `http://a.test${path}`, headers: {} }
  return {
    operationId: `${method} ${path}`,
    received: `status ${status} ${body.slice(0, 20)}`,
    isOfAnswer: true,
    exchange: { request, response: { status, headers: { 'content-type': type }, body } },
    ...part,
  }
}

test('what a request brings along does not tell apart what the whole server does', () => {
  const page = (method: string, path: string, body = `Cannot ${method} ${path}: nothing is there`) => {
    const clause = `#/paths/${path.replaceAll('/', '~1')}`
    const expected = `status 405 for the undocumented ${method}`
    return answered(path, { rule: 'methods', method, status: 200, body, type: 'text/html', clause, expected })
  }
  expect(
    sizes(
      page('PUT', '/pets'),
      page('DELETE', '/owners/17/a-much-longer-path/4f0c'),
      page('PATCH', '/toys', 'Welcome'),
    ),
  ).toEqual([2, 1])
  const allow = { rule: 'methods', received: 'no such header' }
  expect(
    sizes(
      { ...allow, clause: '#/paths/~1pets', expected: '"Allow: GET, POST" with 405' },
      { ...allow, clause: '#/paths/~1toys', expected: '"Allow: GET" with 405', operationId: 'listToys' },
    ),
  ).toEqual([2])
})

test('an undocumented refusal is one thing by its status, whatever it says of each request', () => {
  const at = (path: string, member: string, status = 400) =>
    answered(path, {
      rule: 'negative',
      status,
      body: `{"detail":"${member} is wrong"}`,
      clause: `#/paths/${path.replaceAll('/', '~1')}/post/responses`,
      expected: `415 for a body whose "${member}" breaks "type"`,
    })
  expect(sizes(at('/pets', 'name'), at('/toys', 'size'), at('/owners', 'age', 422))).toEqual([2, 1])
})

test('crashes, documented statuses, grades and parts of an operation are told apart', () => {
  const at = (path: string, part: Partial<Finding> = {}, body = 'out of memory') =>
    answered(path, {
      status: 500,
      body,
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/responses`,
      ...part,
    })
  expect(
    sizes(
      at('/pets'),
      at('/toys'),
      at('/owners', {}, 'column "age" does not exist'),
      at('/cats', { grade: 'derived' }),
      at('/dogs', { expected: 'status 204' }),
      at('/cows', { clause: '#/paths/~1cows/get/security' }),
    ),
  ).toEqual([2, 1, 1, 1, 1])
})

test('a header that is broken everywhere is one thing, whatever its value', () => {
  const at = (path: string, received: string) => ({
    operationId: path,
    clause: `#/paths/~1${path}/post/responses/201/headers/location`,
    expected: 'header "location" must be a valid uri',
    received,
  })
  expect(sizes(at('pets', 'pets/7'), at('toys', 'toys/ball'))).toEqual([2])
})

test('a server that lets anybody in is one thing, whatever it answers', () => {
  const open = (path: string, body: string) =>
    answered(path, {
      ...{ rule: 'authentication', status: 200, body, clause: `#/paths/${path}/get/security` },
      cause: { kind: 'everywhere', what: 'anybody gets in' },
    })
  expect(sizes(open('/pets', '[]'), open('/toys', '{"a":1}'))).toEqual([2])
})

test('an undocumented status is one thing for all rules and operations', () => {
  const lone = (path: string, rule: string, status: number) =>
    answered(path, {
      ...{ rule, status, clause: `#/paths/${path.replaceAll('/', '~1')}` },
      cause: { kind: 'everywhere', what: 'undocumented status', of: [status] },
    })
  expect(
    sizes(lone('/a', 'negative', 404), lone('/b', 'unknown-id', 404), lone('/c', 'negative', 409)),
  ).toEqual([2, 1])
})

test('a crash of one operation is one thing, whichever rules meet it', () => {
  const crash = (rule: string, body: string) =>
    answered('/pets', { rule, status: 500, body, weight: 'crash', clause: `#/paths/~1pets/get/${rule}` })
  expect(
    sizes(crash('negative', 'at line 17'), crash('generated', 'at line 18'), crash('head', 'no memory')),
  ).toEqual([2, 1])
})

test('a crash is told by a valid request, where one meets it as well', () => {
  const crash = (rule: string, expecting?: 'refusal' | 'success') =>
    answered('/pets', {
      ...{ rule, weight: 'crash', status: 500, clause: `#/paths/~1pets/get/${rule}` },
      ...(expecting !== undefined && { expecting }),
    })
  const first = (...parts: readonly Partial<Finding>[]) =>
    groupFindings(parts.map(finding)).map(([{ rule }]) => rule)
  const refused = crash('authentication', 'refusal')
  const valid = crash('generated', 'success')
  expect(first(refused, crash('negative', 'refusal'), crash('offers', 'success'))).toEqual(['offers'])
  expect(first(refused, valid)).toEqual(['generated'])
  expect(first(refused, crash('negative', 'refusal'))).toEqual(['authentication'])
  expect(first(crash('robustness'), valid)).toEqual(['robustness'])
})

test('a crash is one thing in all operations, whatever statement or calls follow its first line', () => {
  const crash = (path: string, detail: string) =>
    answered(path, {
      ...{
        rule: 'generated',
        status: 500,
        weight: 'crash',
        body: JSON.stringify({ detail, name: 'Failed' }),
      },
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/responses`,
      expected: 'a documented success or rejection for a valid request',
    })
  expect(
    sizes(
      crash('/pets', 'No value "-1" for OFFSET; statement:\nSELECT * FROM "pets"'),
      crash('/toys', 'No value "-1" for OFFSET; statement:\nSELECT * FROM "toys"'),
      crash('/owners', 'No value "-1" for FETCH; statement:\nSELECT * FROM "owners"'),
    ),
  ).toEqual([2, 1])
})

test('valid requests that find nothing are one thing where the words are the same, whichever success they should have', () => {
  const lost = (path: string, success: number, body: string) =>
    answered(path, {
      ...{ status: 404, body, expected: `status ${success}`, expecting: 'success' },
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/responses/${success}`,
    })
  const nowhere = 'The requested route does not exist.'
  expect(
    sizes(
      lost('/keys', 200, nowhere),
      lost('/register', 201, nowhere),
      lost('/jobs', 204, 'No job is there.'),
    ),
  ).toEqual([2, 1])
})

test('a crash is one thing in all operations, whatever the class of what they hold', () => {
  const crash = (path: string, detail: string) => {
    const body = JSON.stringify({ message: `Cannot invoke "org.shop.${detail}` })
    const clause = `#/paths/${path.replaceAll('/', '~1')}/get/responses`
    return answered(path, { ...{ rule: 'generated', status: 500, body, weight: 'crash' }, clause })
  }
  expect(
    sizes(
      crash('/pets', 'pets.PetQuery.limit(org.shop.Page)" because "query" is null'),
      crash('/toys', 'toys.ToyQuery.limit(org.shop.Page)" because "query" is null'),
      crash('/owners', 'owners.OwnerQuery.sort()" because "query" is null'),
    ),
  ).toEqual([2, 1])
})

test('a member that is lost is one thing, whichever rules miss it', () => {
  const lost = (rule: string, path: string, member: string) =>
    answered(path, {
      ...{ rule, status: 200, weight: 'lost data', received: 'null' },
      clause: `#/paths/${rule}/${member}`,
      expected: `"${member}" as sent`,
      cause: { kind: 'member', name: member },
    })
  expect(
    sizes(
      lost('lifecycle', '/pets/7', 'age'),
      lost('agreement', '/pets/8', 'age'),
      lost('lifecycle', '/pets/7', 'name'),
    ),
  ).toEqual([2, 1])
})

test('members that a server does not look at are one thing, each kind for itself', () => {
  const taken = (member: string, what = 'type') =>
    answered('/pets', {
      ...{ rule: 'negative', status: 201, weight: 'leniency' },
      clause: `#/components/schemas/Pet/properties/${member}/type`,
      cause: { kind: 'unvalidated', what },
    })
  expect(sizes(taken('a'), taken('b'), taken('c', 'enum'))).toEqual([2, 1])
})

test('what one reader does not look at is one thing, whichever rule met it', () => {
  const taken = (rule: string, member: string) =>
    answered('/pets', {
      ...{ rule, status: 201, weight: 'leniency', expected: member },
      clause: `#/components/schemas/Pet/properties/${member}/type`,
      cause: { kind: 'unvalidated', what: 'types' },
    })
  expect(sizes(taken('negative', 'a'), taken('leniency', 'b'))).toEqual([2])
})

test('a schema of which a server does not check three kinds of rules is one thing', () => {
  const taken = (member: string, keyword: string, schema = 'Pet') =>
    answered('/pets', {
      ...{ rule: 'negative', status: 201, weight: 'leniency' },
      clause: `#/components/schemas/${schema}/properties/${member}/${keyword}`,
      cause: { kind: 'unvalidated', what: keyword },
    })
  const [one, other, third] = [taken('a', 'enum'), taken('b', 'minimum'), taken('c', 'pattern')]
  expect(sizes(one, other, third, taken('d', 'format', 'Toy'))).toEqual([3, 1])
  expect(sizes(one, other)).toEqual([1, 1])
})

test('what a request at random shows is told by one that was thought of, where there is one', () => {
  const taken = (rule: string, path: string, what: string) =>
    answered(path, {
      ...{ rule, status: 200, weight: 'leniency', operationId: path, grade: 'derived' },
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/${rule}`,
      expected: rule,
      cause: { kind: 'unvalidated', what, ...(what === 'schemas' && { isGuess: true }) },
    })
  const atRandom = (path: string) => taken('generated', path, 'schemas')
  expect(sizes(taken('negative', '/a', 'enum'), atRandom('/a'), atRandom('/b'))).toEqual([2, 1])
})

test('another success than the documented one is one thing, whatever is in it and whichever rule met it', () => {
  const created = (path: string, rule: string, expected: string) =>
    answered(path, {
      ...{ rule, status: 201, body: `{"at":"${path}"}`, operationId: path, expected, expecting: 'success' },
      received: `status 201 {"at":"${path}"}`,
      clause: `#/paths/${path.replaceAll('/', '~1')}/post/${rule === 'generated' ? 'responses' : 'responses/200'}`,
    })
  expect(
    sizes(
      created('/a', 'conformance', 'status 200'),
      created('/b', 'conformance', 'status 200'),
      created('/b', 'generated', 'a documented success or rejection for a valid request'),
      created('/c', 'conformance', 'status 204'),
    ),
  ).toEqual([3, 1])
})

test('that operations are not implemented is one thing, whatever each says of it', () => {
  const refused = (path: string, status: number) =>
    answered(path, {
      ...{ status, body: `${path} is not supported here`, operationId: path },
      received: `status ${status} ${path} is not supported here`,
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/responses/200`,
    })
  expect(sizes(refused('/fork', 501), refused('/search', 501), refused('/other', 503))).toEqual([2, 1])
})

test('a member that crashes several operations is one thing, whatever was wrong with it', () => {
  const crashed = (operationId: string, wrong: string, weight: 'crash' | 'leniency' = 'crash') =>
    answered(`/${operationId}`, {
      ...{ rule: 'negative', status: 500, operationId, weight, body: 'Server Error' },
      ...{ kind: 'not refused', expected: 'a 4xx for it' },
      data: { wanted: [], what: `a body whose "content" ${wrong}`, isOfMember: true },
      received: 'status 500 Server Error',
      clause: `#/paths/~1${operationId}/post/responses`,
    })
  const [one, other] = [crashed('a', 'breaks "type"'), crashed('b', 'is wrong beside valid members')]
  expect(sizes(one, other)).toEqual([2])
  expect(sizes(one, crashed('b', 'is wrong beside valid members', 'leniency'))).toEqual([1, 1])
})

test('that a read does not find what is there is one thing, whoever asks', () => {
  const unfound = (rule: string, expected: string, path = '/notes/{id}') =>
    answered('/notes/7', {
      ...{ rule, expected, status: 404, operationId: rule, received: 'status 404' },
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/responses/200`,
    })
  expect(
    sizes(
      unfound('conformance', 'status 200'),
      unfound('lifecycle', 'the item that create created, when read again from read'),
      unfound('lifecycle', 'what create created, in the list', '/notes'),
    ),
  ).toEqual([2, 1])
})

test('values in one wrong form are one thing, whatever rule met them; another form is another', () => {
  const written = (member: string, form: string) =>
    answered(`/${member}`, {
      ...{ rule: member === 'a' ? 'negative' : 'conformance', status: 200, body: member, weight: 'shape' },
      clause: `#/components/schemas/${member}/type`,
      cause: { kind: 'form', what: 'type', of: ['string', form] },
    })
  const arrays = ['a', 'b', 'c', 'd'].map((member) => written(member, 'array'))
  expect(sizes(...arrays, written('e', 'number'))).toEqual([4, 1])
})

test('members that replacements keep are one thing, but for one that is lost otherwise as well', () => {
  const of = (operation: string, name: string, behaviour?: string) =>
    answered(`/${operation}/7`, {
      ...{ rule: 'lifecycle', status: 200, body: name, weight: 'lost data', operationId: operation },
      ...{ clause: `#/components/schemas/${operation}/properties/${name}`, received: name },
      expected: behaviour === undefined ? `"${name}" as sent` : `"${name}" not to keep its value`,
      cause: { kind: 'member', name, ...(behaviour && { behaviour }) },
    })
  const kept = 'keeps what a replacement omits'
  expect(sizes(of('a', 'name', kept), of('a', 'size', kept), of('b', 'kind', kept))).toEqual([3])
  expect(sizes(of('a', 'name'), of('a', 'name', kept), of('b', 'kind', kept))).toEqual([2, 1])
})

test('a crash is not hidden in what breaks the same shared clause otherwise', () => {
  const clause = '#/components/responses/Pet'
  const at = (path: string, status: number) =>
    answered(path, {
      ...{ rule: 'conformance', status, clause, operationId: path, expected: 'status 200' },
      ...{ received: `status ${status}`, weight: status === 500 ? 'crash' : 'status' },
    })
  expect(sizes(at('/a', 201), at('/b', 500), at('/c', 500), at('/d', 201))).toEqual([2, 2])
})

test('the worst comes first', () => {
  const weights = ['header', 'status', 'crash', 'leniency', "others' data", 'shape', 'lost data'] as const
  const groups = groupFindings(
    weights.map((weight) =>
      finding({ weight, clause: `#/${weight}`, expected: weight, operationId: weight }),
    ),
  )
  expect(groups.map(([{ weight }]) => weight)).toEqual([
    'crash',
    "others' data",
    'lost data',
    'shape',
    'status',
    'leniency',
    'header',
  ])
})

test('a server that does not look at whose item it is, is one thing', () => {
  const foreign = (path: string) =>
    answered(path, {
      ...{
        rule: 'tenancy',
        weight: "others' data",
        status: 200,
        body: path,
        clause: `#/paths/${path}/get/security`,
      },
      cause: { kind: 'unvalidated', what: 'whose item it is' },
    })
  expect(sizes(...['/a', '/b', '/c', '/d'].map(foreign))).toEqual([4])
  expect(sizes(...['/a', '/b'].map(foreign))).toEqual([1, 1])
})

test('a page that a server has for every path is one thing, however many digits it has', () => {
  const page = '<title>Shop</title><p>100 % cotton'
  const at = (path: string) => {
    const told = {
      rule: 'methods',
      clause: `#/paths/${path.replaceAll('/', '~1')}`,
      expected: 'status 405 for the undocumented PUT',
    }
    return answered(path, { ...told, method: 'PUT', status: 200, body: page, type: 'text/html' })
  }
  expect(sizes(at('/pets/0'), at('/toys/10'), at('/shops'))).toEqual([3])
})

test('a member is one wherever its item is written, with a final slash or without', () => {
  const lost = (url: string, clause: string): Partial<Finding> => ({
    ...{ rule: 'round-trip', clause, cause: { kind: 'member', name: 'size' } },
    exchange: { request: { method: 'POST', url, headers: {} } },
  })
  const [own, others] = ['http://a.test/pets/', 'http://a.test/toys/']
  const [item, more] = ['http://a.test/pets/4f0c', 'http://a.test/pets/4f0c/toys/']
  expect(sizes(lost(own, '#/a'), lost(item, '#/b'), lost(others, '#/c'), lost(more, '#/d'))).toEqual([
    2, 1, 1,
  ])
})

test('a member that four kinds of items lose in the same way is one thing', () => {
  const lost = (kind: string): Partial<Finding> => ({
    ...{ rule: 'lifecycle/kept', clause: `#/paths/~1${kind}/post`, received: `${kind} without it` },
    cause: { kind: 'member', name: 'permissions' },
    exchange: { request: { method: 'POST', url: `http://a.test/${kind}`, headers: {} } },
  })
  const kinds = ['buckets', 'groups', 'records', 'collections']
  expect(sizes(...kinds.map(lost))).toEqual([4])
  expect(sizes(...kinds.slice(1).map(lost))).toEqual([1, 1, 1])
})

test('crashes whose words are the same but for the id that was sent are one thing', () => {
  const crash = (path: string, words: (id: string) => string): Partial<Finding> => ({
    ...{ weight: 'crash', rule: 'unknown-id/refused', clause: `#/paths/${path}`, operationId: path },
    ...{ expected: `404 for ${path}`, received: `status 500 of ${path}` },
    exchange: {
      request: { method: 'GET', url: `http://a.test/${path}/unknown-71`, headers: {} },
      response: { status: 500, headers: {}, body: words('unknown-71') },
    },
  })
  const nothing = (id: string): string => `{"message":"No product is called ${id}."}`
  const other = (id: string): string => `{"message":"The row ${id} breaks a constraint."}`
  expect(sizes(crash('products', nothing), crash('features', nothing), crash('rules', other))).toEqual([2, 1])
})

test('crashes of four operations over unknown ids are one thing if only their classes, values and nouns differ', () => {
  const crash = (noun: string, words: string): Partial<Finding> => ({
    ...{ weight: 'crash', rule: 'unknown-id/refused', operationId: noun, expecting: 'refusal' },
    clause: `#/paths/~1${noun}~1{id}/get`,
    ...{ expected: `404 for ${noun}`, received: `status 500 of ${noun}` },
    exchange: {
      request: { method: 'GET', url: `http://a.test/${noun}/unknown-71`, headers: {} },
      response: { status: 500, headers: {}, body: JSON.stringify({ message: words }) },
    },
  })
  const call = (noun: string) =>
    crash(noun, `Cannot invoke "org.shop.${noun}.Dto.get${noun}()" because "${noun}Dto" is null`)
  const nothing = (noun: string) => crash(noun, `${noun} unknown-71 doesn't exist: ${noun} is null`)
  expect(sizes(...['tasks', 'jobs', 'groups', 'filters'].map(call), nothing('users'))).toEqual([4, 1])
  expect(sizes(...['tasks', 'jobs', 'groups', 'filters'].map(nothing))).toEqual([4])
  expect(sizes(...['tasks', 'jobs', 'groups'].map(call))).toEqual([1, 1, 1])
})

test('valid requests rejected in the same sentence are one thing, whichever success they should have', () => {
  const refused = (path: string, success: number, body: string, status = 400) =>
    answered(path, {
      ...{ status, body, expected: `status ${success}`, expecting: 'success' },
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/responses/${success}`,
    })
  const off = '{"message":"This feature is not switched on."}'
  expect(sizes(refused('/keys', 200, off), refused('/jobs', 204, off))).toEqual([2])
  const bad = '{"message":"Bad Request"}'
  expect(sizes(refused('/keys', 200, bad), refused('/jobs', 204, bad))).toEqual([1, 1])
  expect(sizes(refused('/keys', 200, bad, 503), refused('/jobs', 204, 'Busy', 503))).toEqual([2])
})

test('crashes of four operations without a body are one thing, whatever each wanted to read in it', () => {
  const crashed = (path: string, body?: string): Finding =>
    finding({
      ...{
        operationId: path,
        weight: 'crash',
        expecting: 'success',
        isOfAnswer: true,
        received: 'status 500',
      },
      clause: `#/paths/${path.replaceAll('/', '~1')}/post/responses/200`,
      exchange: {
        request: { method: 'POST', url: `http://a.test${path}`, headers: {}, ...(body && { body }) },
        response: {
          ...{ status: 500, headers: {} },
          body: `{"message":"Cannot read properties of undefined (reading '${path.slice(1)}')"}`,
        },
      },
    })
  const sizesOf = (body?: string) =>
    groupFindings(['/a', '/b', '/c', '/d'].map((path) => crashed(path, body))).map((group) => group.length)
  expect(sizesOf()).toEqual([4])
  expect(sizesOf('{"name":"Argo"}')).toEqual([1, 1, 1, 1])
})

test('a value of a parameter that crashes several operations is one thing, and that of a property is not', () => {
  const crashed = (path: string, location: string, sent: string) =>
    answered(path, {
      ...{ rule: 'valid-values/edges', kind: 'valid value crashes', status: 500, weight: 'crash' },
      ...{ operationId: path, expecting: 'success', body: `error ${path}` },
      clause: `#/paths/${path.replaceAll('/', '~1')}/get/parameters/${path.length}`,
      data: { in: location, member: 'limit', sent, others: 0, status: 500 },
    })
  const crashes = (location: string) => [crashed('/a', location, '-1'), crashed('/bc', location, '-1')]
  expect(sizes(...crashes('query'), crashed('/def', 'query', '0'))).toEqual([2, 1])
  expect(sizes(...crashes('body'))).toEqual([1, 1])
})

test('one text for missing values is one thing, in whatever property it is', () => {
  const written = (member: string, received: string) => ({
    cause: { kind: 'form', what: 'a text for nothing', of: [received] } as const,
    ...{ rule: 'conformance/missing-value', operationId: member, clause: `#/paths/~1${member}/get` },
    ...{ expected: `no string in place of a missing "${member}"`, received },
  })
  const zero = '0001-01-01T00:00:00Z'
  expect(
    sizes(written('seen', zero), written('owner.seen', zero), written('note', 'None'), written('prev', zero)),
  ).toEqual([3, 1])
})

test('what an undocumented method returns is one thing, whatever items are in it', () => {
  const put = (path: string, status: number, body: string) => ({
    ...({ rule: 'methods/not-allowed', kind: 'method answered', data: { method: 'PUT' } } as const),
    ...{
      clause: `#/paths/~1${path}`,
      operationId: path,
      isOfAnswer: true as const,
      weight: 'status' as const,
    },
    exchange: { ...finding({}).exchange, response: { status, headers: {}, body } },
  })
  expect(sizes(put('pets', 200, '{"pet":1}'), put('toys', 200, '{"toy":"a"}'))).toEqual([2])
  expect(sizes(put('pets', 200, '{"pet":1}'), put('toys', 204, ''))).toEqual([1, 1])
})

/** Returns findings about operations that respond with 500 and these words, each in the same envelope. */
const failing = (...texts: readonly unknown[]): readonly Partial<Finding>[] =>
  texts.map((error, index) => ({
    ...{ operationId: `operation-${index}`, clause: `#/paths/~1${index}/post/responses` },
    ...{ rule: `rule-${index}`, weight: 'crash', isOfAnswer: true, received: JSON.stringify(error) },
    exchange: {
      request: { method: 'POST', url: `http://a.test/${index}`, headers: {} },
      response: { status: 500, headers: {}, body: JSON.stringify({ error }) },
    },
  }))

test('server errors that only object to requests are one thing, and those of programs are not', () => {
  const objections = ['Key not found', 'bad_jwe: missing properties', 'Unexpected end of JSON input']
  expect(sizes(...failing(...objections, 'not_supported: the key type is not supported'))).toEqual([4])
  expect(sizes(...failing(...objections))).toEqual([1, 1, 1])
  const faults = ["Cannot read properties of undefined (reading 'claims')", 'division by zero']
  expect(sizes(...failing(...objections, 'Identifier not found', ...faults))).toEqual([4, 1, 1])
  const broken = 'runtime error: invalid memory address or nil pointer dereference'
  expect(sizes(...failing(...objections, broken))).toEqual([1, 1, 1, 1])
})

test('objections inside the error of a response are read too, as of JSON-RPC', () => {
  const rpc = (code: number, message: string, data: string) => ({ code, message, data })
  const objections = [
    rpc(-32602, 'Invalid params', 'cannot unmarshal number'),
    rpc(-32603, 'Internal error', 'height must be greater than 0, but got 0'),
    rpc(-32603, 'Internal error', 'tx not found'),
    { code: 400, message: 'Invalid signal' },
  ]
  expect(sizes(...failing(...objections))).toEqual([4])
  const broken = rpc(-32603, 'Internal error', 'runtime error: index out of range [-1]')
  expect(sizes(...failing(...objections, broken))).toEqual([4, 1])
  // One operation can do both.
  const alike = failing(...objections, broken).map((fault) => ({ ...fault, operationId: 'headers' }))
  expect(sizes(...alike)).toEqual([3, 1, 1])
})

test('a server that serves four operations to everybody checks no credential elsewhere either', () => {
  const letIn = (status: number, ...operations: readonly string[]): readonly Partial<Finding>[] =>
    operations.map((operationId) => ({
      ...{ operationId, rule: 'authentication/credential', kind: 'let in', isOfAnswer: true },
      ...{ data: { wanted: '401', isExact: true, probe: 'without a credential' }, weight: "others' data" },
      clause: `#/paths/~1${operationId}/get/responses/401`,
      exchange: {
        request: { method: 'GET', url: `http://a.test/${operationId}`, headers: {} },
        response: { status, headers: {}, body: status === 200 ? '[]' : '{"detail":"Required."}' },
      },
    }))
  const served = letIn(200, 'a', 'b', 'c', 'd')
  expect(sizes(...letIn(400, 'x', 'y'), ...served)).toEqual([6])
  expect(sizes(...letIn(400, 'x', 'y'), ...served.slice(1)).length).toBeGreaterThan(1)
})

test('server errors for names of nothing are one thing, in whatever words', () => {
  const lost = (...words: readonly string[]): readonly Partial<Finding>[] =>
    failing(...words).map((fault) => ({
      ...fault,
      rule: 'unknown-id/refusal',
      kind: 'unknown name',
      expecting: 'refusal',
    }))
  const words = ['NullPointerException: core', 'KeyError: shard', 'cannot load the backup', 'no repository']
  expect(sizes(...lost(...words))).toEqual([4])
  expect(sizes(...lost(...words.slice(1)))).toEqual([1, 1, 1])
})

test('what a server reveals in several places is one thing', () => {
  const internals = ['org.a.NotFoundException', 'java.lang.IllegalStateException'].map((received, index) => ({
    ...{ operationId: `read-${index}`, clause: `#/paths/~1${index}/get/responses` },
    ...{
      weight: "others' data" as const,
      rule: 'conformance/internals',
      kind: 'internals shown' as const,
      data: { received },
      received,
    },
  }))
  expect(sizes(...internals)).toEqual([2])
  const secrets = ['0.invitation_token', 'invitation_token', 'session'].map((member, index) => ({
    ...{ operationId: `read-${index}`, clause: `#/paths/~1${index}/get/responses/200`, received: 'a' },
    ...{
      weight: "others' data" as const,
      rule: 'conformance/undocumented-secret',
      kind: 'undocumented secret' as const,
      data: { member },
    },
  }))
  expect(sizes(...secrets)).toEqual([2, 1])
})

test('several kinds of wrong requests that several operations accept are one thing', () => {
  const lax = (what: string, ...operations: readonly string[]): readonly Partial<Finding>[] =>
    operations.map((operationId) => ({
      ...{ operationId, rule: what, expected: what, expecting: 'refusal' },
      ...{ weight: 'leniency', grade: 'derived' },
      ...{ clause: `#/paths/~1${operationId}/post/${what}`, cause: { kind: 'unvalidated', what } },
    }))
  expect(sizes(...lax('types', 'a', 'b'), ...lax('media types', 'a', 'c'))).toEqual([4])
  expect(sizes(...lax('types', 'a', 'b'), ...lax('lengths', 'a'))).toEqual([3])
  expect(sizes(...lax('types', 'a'), ...lax('lengths', 'a'))).toEqual([1, 1])
})

test('server errors because of one service that is not there are one thing', () => {
  const mail = ['SMTP server needed to invite people is not configured', 'mail server unavailable']
  expect(sizes(...failing(...mail, 'dial tcp: lookup registry.example: no such host'))).toEqual([2, 1])
})

test('an undocumented status for an unknown name repeats the rejection of a valid request', () => {
  const clause = '#/paths/~1grants/delete/responses'
  const refused = (isValid: boolean, body: string) =>
    answered('/grants', {
      ...{ status: 400, body, operationId: 'removeGrant', expected: String(isValid) },
      ...(isValid
        ? { rule: 'conformance/success', kind: 'unexpected status', clause: `${clause}/200` }
        : { rule: 'unknown-id/refusal', kind: 'unknown name refused otherwise', clause }),
    })
  const words = '{"error":"group_name is missing"}'
  const groups = groupFindings([refused(false, words), refused(true, words)].map(finding))
  expect(groups.map((group) => group.map(({ rule }) => rule))).toEqual([
    ['conformance/success', 'unknown-id/refusal'],
  ])
  expect(sizes(refused(false, '{"error":"no such grant"}'), refused(true, words))).toEqual([1, 1])
  const absent = { status: 404, body: 'page not found', operationId: 'cost', type: 'text/plain' }
  const typed = { kind: 'other media type', clause: `${clause}/content` } as const
  const missing = answered('/cost', { ...absent, kind: 'unexpected status', clause: `${clause}/200` })
  expect(sizes(answered('/cost', { ...absent, ...typed }), missing)).toEqual([2])
  expect(sizes(answered('/cost', { ...absent, ...typed, body: 'no such grant' }), missing)).toEqual([1, 1])
})
