import { expect, test } from 'vitest'
import {
  camelCase,
  declarableCamelCase,
  fileNameInKebabCase,
  pascalCase,
  TakenNames,
} from '../../../generator/model/naming/name.ts'

test.each([
  ['content-directory', 'ContentDirectory', 'contentDirectory', 'content-directory'],
  ['HTTPError2', 'HTTPError2', 'httpError2', 'http-error2'],
  ['Floating IPs', 'FloatingIPs', 'floatingIPs', 'floating-ips'],
  ['IPsList', 'IPsList', 'ipsList', 'ips-list'],
  ['get URLs by IDs', 'GetURLsByIDs', 'getURLsByIDs', 'get-urls-by-ids'],
  ['HTTPServer', 'HTTPServer', 'httpServer', 'http-server'],
  ['two_words', 'TwoWords', 'twoWords', 'two-words'],
  ['repos/list-for-org', 'ReposListForOrg', 'reposListForOrg', 'repos-list-for-org'],
  ['delete', 'Delete', 'delete', 'delete'],
  ['2fa', '_2fa', '_2fa', '2fa'],
  ['größe', 'Größe', 'größe', 'gre'],
  ['Счета API v2', 'СчетаAPIV2', 'счетаAPIV2', 'api-v2'],
  ['Con', 'Con', 'con', 'con-'],
  ['', 'Unnamed', 'unnamed', 'default'],
  ['*/;', 'Unnamed', 'unnamed', 'default'],
])('%j is %s, %s and %s', (text, pascal, camel, kebab) => {
  expect([pascalCase(text), camelCase(text), fileNameInKebabCase(text)]).toEqual([pascal, camel, kebab])
})

test('only what the language reserves cannot be declared', () => {
  expect(['delete', 'default', 'undefined', 'get', 'of', 'type', 'async'].map(declarableCamelCase)).toEqual([
    'delete_',
    'default_',
    'undefined_',
    'get',
    'of',
    'type',
    'async',
  ])
})

test('a taken name gets the first free number, in the order of asking', () => {
  const names = new TakenNames()
  expect(['Pet', 'Pet', 'Pet2', 'Pet'].map((name) => names.unique(name))).toEqual([
    'Pet',
    'Pet2',
    'Pet22',
    'Pet3',
  ])
})
