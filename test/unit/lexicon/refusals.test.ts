import { refusalRows, subjectsNamed } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

test.each([
  ['A pet with this name already exists.', ['conflict']],
  ['The file could not be taken.', []],
  ['Project limit reached', ['state']],
  ['Rate limit exceeded', ['pace']],
  ['The order cannot be paid while it is archived.', ['state']],
  ['Invalid status transition', ['state']],
  ['Invalid status value', ['content']],
  ['The pet was not found.', ['absence']],
  ["The parent doesn't exist.", ['absence']],
  ['Invalid input, or the quota is used up', ['state', 'content']],
  ['Invalid API key', []],
  ['permission_denied', ['caller']],
  ['One of the attribute permission fields is missing.', []],
  ['Upgrade required: connect by WebSocket', ['protocol']],
  ['Something went wrong.', []],
])('"%s" names %j', (text, subjects) => {
  expect([...subjectsNamed(text)]).toEqual(subjects)
})

test.each(refusalRows.map((row) => [row.subject, row.text, row] as const))(
  'a row of %s alone understands "%s"',
  (subject, text, row) => {
    const others = refusalRows.filter((other) => other !== row)
    expect([...subjectsNamed(text)]).toEqual([subject])
    expect(subjectsNamed(text, others)).toEqual(new Set())
  },
)
