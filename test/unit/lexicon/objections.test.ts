import { type Objection, objectionRows, objectionsTold } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

const usual = (text: string): Objection | undefined => [...objectionsTold(text).kinds][0]

/** Libraries' standard messages, and the first objection that each expresses. */
const MESSAGES: readonly (readonly [library: string, kind: Objection, ...texts: readonly string[]])[] = [
  ['Bean Validation', 'required', 'must not be null', 'must not be blank', 'must not be empty'],
  ['Bean Validation', 'format', 'must be a well-formed email address', 'must match "^[a-z]{3}$"'],
  ['Bean Validation', 'bounds', 'size must be between 0 and 15', 'must be greater than or equal to 3'],
  ['Bean Validation', 'bounds', 'must be less than 5', 'must be a past date', 'must be a future date'],
  ['Pydantic', 'required', 'Field required', 'none is not an allowed value'],
  ['Pydantic', 'type', 'Input should be a valid string', 'Input should be a valid list'],
  ['Pydantic', 'bounds', 'String should have at least 3 characters', 'Input should be less than 5'],
  ['Pydantic', 'enum', "Input should be 'a', 'b' or 'c'"],
  ['Pydantic', 'unknown', 'Extra inputs are not permitted', 'extra fields not permitted'],
  ['Pydantic', 'format', "String should match pattern '^a$'"],
  ['Django REST framework', 'required', 'This field is required.', 'This field may not be blank.'],
  ['Django REST framework', 'bounds', 'Ensure this field has no more than 5 characters.'],
  ['Django REST framework', 'enum', '"foo" is not a valid choice.'],
  [
    'Django REST framework',
    'type',
    'A valid number is required.',
    'Must be a valid boolean.',
    'Not a valid string.',
  ],
  ['Django REST framework', 'format', 'Enter a valid email address.', 'Enter a valid URL.'],
  ['Django REST framework', 'reference missing', 'Invalid pk "5" - object does not exist.'],
  [
    'Django REST framework',
    'not unique',
    'This field must be unique.',
    'user with this email already exists.',
  ],
  ['FluentValidation', 'required', "'Name' must not be empty."],
  [
    'FluentValidation',
    'format',
    "'Email' is not a valid email address.",
    "'Code' is not in the correct format.",
  ],
  [
    'FluentValidation',
    'bounds',
    "The length of 'Name' must be 15 characters or fewer. You entered 20 characters.",
  ],
  [
    'FluentValidation',
    'bounds',
    "'Age' must be greater than '0'.",
    "'Age' must be between 1 and 5. You entered 7.",
  ],
  ['FluentValidation', 'enum', "'Role' has a range of values which does not include 'x'."],
  ['class-validator', 'required', 'name should not be empty'],
  [
    'class-validator',
    'type',
    'name must be a string',
    'age must be an integer number',
    'tags must be an array',
  ],
  ['class-validator', 'format', 'email must be an email', 'id must be a UUID', 'url must be a URL address'],
  [
    'class-validator',
    'bounds',
    'name must be longer than or equal to 3 characters',
    'age must not be less than 1',
  ],
  ['class-validator', 'enum', 'role must be one of the following values: a, b'],
  ['class-validator', 'unknown', 'property x should not exist'],
  ['Zod', 'required', 'Required'],
  ['Zod', 'type', 'Expected string, received number', 'Invalid input: expected string, received undefined'],
  ['Zod', 'format', 'Invalid email', 'Invalid url', 'Invalid uuid', 'Invalid datetime'],
  ['Zod', 'bounds', 'String must contain at least 3 character(s)', 'Too big: expected number to be <=5'],
  [
    'Zod',
    'enum',
    "Invalid enum value. Expected 'a' | 'b', received 'c'",
    'Invalid option: expected one of "a"|"b"',
  ],
  ['Zod', 'unknown', "Unrecognized key(s) in object: 'x'", 'Unrecognized key: "x"'],
  ['GitHub', 'not unique', 'already_exists'],
  ['GitHub', 'required', 'missing_field'],
]

test.each(MESSAGES)('%s objects: %s', (_, kind, ...texts) => {
  expect(texts.map((text) => [text, usual(text)])).toEqual(texts.map((text) => [text, kind]))
})

test.each([
  ['size must be between 3 and 15', { least: 3, most: 15 }],
  ["The length of 'Name' must be between 3 and 15 characters. You entered 1.", { least: 3, most: 15 }],
  ["'Age' must be greater than '-2'.", { least: -2 }],
  ['Too small: expected string to have >=3 characters', { least: 3 }],
  ['name must be shorter than or equal to 5 characters', { most: 5 }],
  ["'Name' must be 15 characters or fewer.", { most: 15 }],
  ["'Code' must be 5 characters in length. You entered 3 characters.", { least: 5, most: 5 }],
  ['Ensure this field has no more than 5 characters.', { least: undefined, most: 5 }],
  ['age must not be less than 1', { least: 1, most: undefined }],
  ['numeric value out of bounds (<5 digits>.<2 digits> expected)', { least: undefined, most: 5 }],
  ['must match "^[a-z]{3}$"', { pattern: '^[a-z]{3}$' }],
  ["String should match pattern '^a_b$'", { pattern: '^a_b$' }],
  ["Input should be 'a', 'b_c' or 'd'", { list: ['a', 'b_c', 'd'] }],
  ['role must be one of the following values: a, b', { list: ['a', 'b'] }],
  ['Invalid option: expected one of "a"|"b"', { list: ['a', 'b'] }],
  ['{"message":"must be one of [a, b]","code":"x"}', { list: ['a', 'b'] }],
])('%s', (text, asked) => {
  expect(objectionsTold(text)).toMatchObject(asked)
})

test.each([
  ['must be a future date', '2199-01-01'],
  ['The end is required to be in the future.', '2199-01-01'],
  ['Start date cannot be in the past', '2199-01-01'],
  ['start_at lies in the past', '2199-01-01'],
  ['must be a past date', '2001-01-01'],
  ['Date of birth must not be in the future.', '2001-01-01'],
  ["The datetime 'end_at' is more than one interval in the future.", '2001-01-01'],
])('"%s" asks for %s', (text, day) => {
  expect(objectionsTold(text).schemas.flatMap((schema) => schema.enum?.at(-1) ?? [])).toEqual([day])
})

test('what was not expected is no list of what is', () => {
  expect([...objectionsTold('Unexpected keyword argument').kinds]).toEqual(['unknown'])
})

test('lists that must have distinct items do not say that a value is taken', () => {
  for (const text of ['must only contain unique elements', 'must NOT have duplicate items'])
    expect(objectionsTold(text).kinds).not.toContain('not unique')
})

test.each(objectionRows.map((row) => [row.from, row.text, row] as const))(
  '%s alone says "%s"',
  (_, text, row) => {
    expect(usual(text)).toBe(row.kind)
    expect(
      objectionsTold(
        text,
        objectionRows.filter((other) => other !== row),
      ),
    ).not.toEqual(objectionsTold(text))
  },
)

test('a row that nothing needs is found', () => {
  const [row] = objectionRows
  if (row === undefined) throw new Error('There are no rows.')
  expect(objectionsTold(row.text, [...objectionRows, row].slice(1))).toEqual(
    objectionsTold(row.text, [...objectionRows, row]),
  )
})
