import { lowerWordsOf, plainName, snakeCase, wordsOfName } from '@concordat/contract/lexicon'
import { expect, test } from 'vitest'

test.each(['projectId', 'project-id', 'PROJECT_ID', 'Project ID', 'project.id', 'filter[project][id]'])(
  '"%s" has its words, however they are set apart',
  (name) => {
    const words = name.startsWith('filter') ? ['filter', 'project', 'id'] : ['project', 'id']
    expect(lowerWordsOf(name)).toEqual(words)
    expect(snakeCase(name)).toBe(words.join('_'))
    expect(plainName(name)).toBe(words.join(''))
  },
)

test('an acronym is a word, with the "s" of its plural', () => {
  expect(wordsOfName('HTTPServerIDs')).toEqual(['HTTP', 'Server', 'IDs'])
  expect(snakeCase('HTTPServerIDs')).toBe('http_server_ids')
})
