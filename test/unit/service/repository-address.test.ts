import { expect, test } from 'vitest'
import { readRepositoryAddress } from '../../../server/plugins/packages/repository-address.ts'

test.each([
  'https://github.com/some/..git',
  'https://github.com/some/...git',
  'https://github.com/some/...git/tree/main',
  'https://github.com/./..',
  'https://github.com/../..git',
  'https://gitlab.com/some/..git',
  'https://gitlab.com/some/...git/',
  'https://gitlab.com/group/%2e%2e/..git',
])('%s is the address of no repository', (url) => {
  expect(readRepositoryAddress(url)).toBeUndefined()
})

test.each([
  ['https://github.com/some/.github', 'some/.github'],
  ['https://github.com/some/a..b.git', 'some/a..b'],
  ['https://gitlab.com/some/../other/sub/plugin', 'other/sub/plugin'],
])('%s is that of %s', (url, name) => {
  expect(readRepositoryAddress(url)?.name).toBe(name)
})
