import { expect, test } from 'vitest'
import { operationNamesInGroups } from '../../../generator/model/naming/member-names.ts'

const namesIn = (tag: string, ...names: string[]) =>
  operationNamesInGroups(names.map((name) => ({ name, tag })))

test.each([
  ['widgets', 'widgets_list', 'list'],
  ['widgets', 'widgets__list', 'list'],
  ['widgets', 'widgetsList', 'list'],
  ['widgets', 'WidgetsList', 'List'],
  ['Widgets', 'widgetsURLShow', 'urlShow'],
  ['Batch Exports', 'batchExportsPause', 'pause'],
  ['batch-exports', 'batch_exports_pause', 'pause'],
  ['OAuth2', 'oauth2_show', 'show'],
])('in the group of %j, %j is %j', (tag, name, member) => {
  expect(namesIn(tag, name)).toEqual([member])
})

test.each([
  ['widgets', 'widgets'],
  ['widgets', 'widgets_'],
  ['widgets', 'widgetsets'],
  ['widgets', 'listWidgets'],
  ['widgets', 'widgets_2fa'],
  ['widget', 'widgets_list'],
  ['/', 'list'],
])('in the group of %j, %j stays as it is', (tag, name) => {
  expect(namesIn(tag, name)).toEqual([name])
})

test('what another operation of the group is called is no name for a second one', () => {
  expect(namesIn('pets', 'pets_list', 'list')).toEqual(['pets_list', 'list'])
  expect(namesIn('pets', 'pets_list', 'petsList', 'pets_get')).toEqual(['pets_list', 'petsList', 'get'])
})

test('nothing is dropped without a tag, and groups do not see one another', () => {
  expect(
    operationNamesInGroups([
      { name: 'pets_list' },
      { name: 'pets_list', tag: 'pets' },
      { name: 'dogs_list', tag: 'dogs' },
    ]),
  ).toEqual(['pets_list', 'list', 'list'])
})
