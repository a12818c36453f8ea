import { describe, expect, test } from 'vitest'
import { Refusal } from '../../../../../runtime/contract/world/refusal/refusal.ts'

const PATHS = [['name'], ['email'], ['address'], ['address', 'zip'], ['tags']]

function refusal(value: unknown, status = 400): Refusal {
  return new Refusal({ status, value, text: typeof value === 'string' ? value : JSON.stringify(value) })
}

function members(value: unknown): readonly (readonly [string, string | undefined, string])[] {
  return refusal(value)
    .membersOf(PATHS)
    .map(({ path, told, certainty }) => [path.join('.'), [...told.kinds][0], certainty] as const)
}

describe('a refusal states the member that it is about', () => {
  test.each([
    ['problem details', { errors: [{ pointer: '#/email', detail: 'is required' }] }],
    ['JSON:API', { errors: [{ detail: 'is required', source: { pointer: '/data/attributes/email' } }] }],
    ['Pydantic', { detail: [{ type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: {} }] }],
    ['Django REST framework', { email: ['This field is required.'] }],
    [
      'drf-standardized-errors',
      { errors: [{ code: 'required', detail: 'This field is required.', attr: 'email' }] },
    ],
    ['Jakarta REST', { violations: [{ propertyPath: 'create.user.email', message: 'must not be null' }] }],
    ['Quarkus', { violations: [{ field: 'create.user.email', message: 'must not be null' }] }],
    [
      'Spring',
      {
        ...{ timestamp: '2026-11-27T06:00:00Z', status: 400, error: 'Bad Request', path: '/users' },
        errors: [
          { field: 'email', rejectedValue: null, defaultMessage: 'must not be null', code: 'NotNull' },
        ],
      },
    ],
    ['Spring, by hand', { fieldErrors: [{ field: 'email', message: 'must not be blank' }] }],
    ['ASP.NET', { title: 'One or more validation errors.', errors: { Email: ['The field is required.'] } }],
    ['ASP.NET, unparsable', { errors: { '$.email': ['This value is required.'] } }],
    ['marshmallow, within a text', { error: "{'json': {'email': ['Missing data for required field.']}}" }],
    ['Zod', { issues: [{ code: 'invalid_type', path: ['email'], message: 'Required' }] }],
    ['Zod, flattened', { fieldErrors: { email: ['Required'] }, formErrors: [] }],
    ['class-validator', [{ property: 'email', constraints: { isNotEmpty: 'should not be empty' } }]],
    [
      'GitHub',
      { message: 'Validation Failed', errors: [{ resource: 'User', field: 'email', code: 'missing_field' }] },
    ],
    [
      'Google',
      {
        error: {
          code: 400,
          details: [{ fieldViolations: [{ field: 'user.email', description: 'is required' }] }],
        },
      },
    ],
  ])('%s', (_, value) => {
    expect(members(value)).toEqual([['email', 'required', 'stated']])
  })

  test('at any depth, with what another member is about apart', () => {
    expect(
      members({
        errors: [
          { field: 'address.zip', message: 'size must be between 5 and 5' },
          { field: 'name', message: 'must be unique' },
        ],
      }),
    ).toEqual([
      ['address.zip', 'bounds', 'stated'],
      ['name', 'not unique', 'stated'],
    ])
  })
})

describe('a refusal mentions the member that it is likely about', () => {
  test.each([
    [
      'in the list of messages of NestJS',
      { message: ['email must be an email', 'name should not be empty'] },
    ],
    ['in one sentence for each', { message: 'email must be an email; name should not be empty' }],
  ])('%s', (_, value) => {
    expect(members(value)).toEqual([
      ['email', 'format', 'likely'],
      ['name', 'required', 'likely'],
    ])
  })

  test('by a path', () => {
    expect(members({ error: 'address.zip is required' })).toEqual([['address.zip', 'required', 'likely']])
  })

  test('with a capital', () => {
    expect(members({ error: 'Email must not be blank' })).toEqual([['email', 'required', 'likely']])
  })

  test('spelled like the member rather than in another case', () => {
    expect(members({ error: 'Name of the e-mail, "email", is required' }).map(([path]) => path)).toEqual([
      'email',
    ])
  })

  test('in what is no JSON', () => {
    expect(
      new Refusal({ status: 400, value: undefined, text: 'tags: unknown field' }).membersOf(PATHS),
    ).toMatchObject([{ path: ['tags'], certainty: 'likely' }])
  })
})

test('values in quotes of which a message allows only these are listed', () => {
  const value = { exception: "Invalid action, only 'move' or 'moveToHistoryJob' is supported." }
  const [action] = refusal(value).membersOf([['action'], ['name']])
  expect([action?.path, action?.told.list]).toEqual([['action'], ['move', 'moveToHistoryJob']])
})

test('a member in quotes is found in a part, and one of several that exclude each other is left out', () => {
  const value = { message: 'proto: (line 1:9): error parsing "zip", oneof pets.Pet.kind is already set' }
  expect(members(value)).toEqual([['address.zip', 'unknown', 'likely']])
  expect(refusal(value).objectsTo('not unique')).toBe(false)
})

test('a message that quotes a malformed value is about the member that has it', () => {
  const value = { message: 'proto: (line 1:14): invalid google.protobuf.Duration value "zip-c37av9u-4"' }
  const body = { name: 'value', tags: 'zip-c37av9u-4' }
  expect(refusal(value).quotedOf(PATHS, body)).toMatchObject([
    { path: ['tags'], told: { kinds: new Set(['format']), schemas: [{ enum: ['86400s'] }] } },
  ])
})

test('a text in braces that is no object is a text', () => {
  expect(members({ error: "{'email': required, or not}" })).toEqual([['email', 'required', 'likely']])
})

test('a message ends where its text ends: the moment of a refusal is not what its member wants to be', () => {
  const value = { message: 'email: must not be blank', timestamp: '2026-11-27T06:00:00Z' }
  const [email] = refusal(value).membersOf(PATHS)
  expect(email?.told).toMatchObject({ kinds: new Set(['required']), schemas: [] })
})

test.each([
  [409, 'No.', 'known', undefined],
  [400, 'The name is already taken.', 'stated', 'likely'],
  [422, 'Table x already exists', 'stated', 'known'],
  [400, 'The name is too long.', undefined, 'likely'],
  [404, 'There is no such pet: it already left.', undefined, undefined],
] as const)('%i "%s" is about a conflict: %s, about content: %s', (status, text, conflict, content) => {
  const read = refusal(text, status)
  expect([read.certaintyOf('conflict'), read.certaintyOf('content')]).toEqual([conflict, content])
})

test('a refusal quotes a unique value with its punctuation', () => {
  const text = 'failed to load label template "https://example.com/c37av9u-15": template not found'
  const body = { name: 'c37av9u-14', tags: 'https://example.com/c37av9u-15' }
  expect(
    refusal(text)
      .quotedOf(PATHS, body)
      .map(({ path }) => path),
  ).toEqual([['tags']])
})

test('a name of several words is also told in words', () => {
  const told = refusal({ message: "The base type of index 'a' can only be either ONE or TWO" })
  const [member, ...others] = told.membersOf([['base_type'], ['baseValue']])
  expect(others).toEqual([])
  expect(member).toMatchObject({ path: ['base_type'], told: { list: ['ONE', 'TWO'] } })
})

test('the words before a quoted text say what kind of thing it names', () => {
  const kinds = (message: string, value: unknown) => refusal({ message }).kindsQuoted(value)
  expect(kinds("Undefined vertex label: 'label-c37av9u-584'", 'label-c37av9u-584')).toEqual([
    'undefined vertex label',
    'vertex label',
    'label',
  ])
  expect(kinds('unknown unit "kelvin-c37av9u-1"', ['kelvin-c37av9u-1'])).toEqual(['unknown unit', 'unit'])
  expect(kinds('nothing of it', 'label-c37av9u-584')).toEqual([])
})

test('a path at the beginning of a sentence can begin with the name of the whole body', () => {
  const told = refusal({ error: 'role.id should be not empty' })
  expect(told.membersOf([['_id'], ['name'], ['role']]).map(({ path }) => path)).toEqual([['_id']])
  expect(told.required()).toEqual(['id'])
  expect(refusal({ error: 'See example.id for the name, which is required' }).required()).toEqual([])
})

test.each([
  [{ errors: [{ code: 'required', detail: 'This field is required.', attr: 'role_id' }] }, ['role_id']],
  [{ role_id: ['This field is required.'] }, ['role_id']],
  [{ errors: { RoleId: ['The RoleId field is required.'] } }, ['RoleId']],
  [{ message: "ValidationError: {'role_id': ['Missing data for required field.']}" }, ['role_id']],
  [{ message: "must have required property 'role'" }, ['role']],
  [{ error: { code: 'missing', message: 'A parameter is required', reason: 'required' } }, []],
  [{ errors: [{ code: 'required', detail: 'This field is required.' }] }, []],
  [{ fault: { faultstring: 'x required', detail: { errorcode: 'required' } } }, []],
  [{ detail: [{ type: 'missing', loc: ['query', 'q'], msg: 'Field required' }] }, []],
])('%j requires %j of the body', (value, names) => {
  expect(refusal(value).required()).toEqual(names)
})
