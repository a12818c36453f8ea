import { describe, expect, test } from 'vitest'
import { pluginCapabilities } from '../../../server/plugins/manifest/capabilities.ts'
import { pluginExports } from '../../../server/plugins/manifest/exports.ts'
import { growth, LINEAR } from '../../growth.ts'

const names = (source: string) => [...pluginExports(source).names].filter((name) => name !== '').sort()

describe('the exports of a module', () => {
  test.each([
    ['export function onEvent() {}', ['onEvent']],
    ['export async function onEvent(a: A<B>) {}\nexport  const\n b = 1', ['b', 'onEvent']],
    ['export function* steps() {}', ['steps']],
    ['const a = 1, b = 2; export { a, b as c, type T }', ['a', 'c']],
    ['export { default as onEvent } from "./x"', ['onEvent']],
    ['exports.onEvent = () => {}; module.exports.b = 2; if (exports.c == 1) {}', ['b', 'onEvent']],
    [
      'module.exports = { onEvent, async *b() { return { no: 1 } }, c: [x, y], d(e, f) {} }',
      ['b', 'c', 'd', 'onEvent'],
    ],
    ['// export function a() {}\n/* export const b = 1 */ const s = "export const c = 1"', []],
    ["const s = `export const a = ${1}`; export const b = 'it\\'s export const c'", ['b']],
    ['reexport function a() {}', []],
    ['export default { onEvent() {}, async runEveryHour() {} }', ['onEvent', 'runEveryHour']],
    ['const plugin: Plugin = { onEvent }\nexport default plugin', ['onEvent']],
    ['var _a = { onEvent: f };exports.default=_a', ['default', 'onEvent']],
    ['var p={onEvent:f};module.exports=p', ['onEvent']],
    [
      'var src_exports = {};\n__export(src_exports, {\n  onEvent: () => onEvent,\n  $b: () => c\n});\nmodule.exports = __toCommonJS(src_exports);',
      ['$b', 'onEvent'],
    ],
    ['export{a as onEvent,b as c};', ['c', 'onEvent']],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected)
  })

  test('has the keys of its jobs', () => {
    const jobs = (source: string) => [...pluginExports(source).jobs]
    expect(jobs('export const jobs: Record<string, Job> = { send: async () => { a }, again() {} }')).toEqual([
      'send',
      'again',
    ])
    expect(jobs('exports.jobs = { send }')).toEqual(['send'])
    expect(jobs('const jobs = { send }')).toEqual([])
    expect(jobs('const jobs = { send }; export { jobs }')).toEqual(['send'])
    expect(jobs('export default { jobs: { send() {}, again } }')).toEqual(['send', 'again'])
    expect(jobs('const jobs = { send }; export default { onEvent, jobs }')).toEqual(['send'])
    expect(jobs('__export(x, { jobs: () => jobs });var jobs = { send: f };')).toEqual(['send'])
    expect(jobs('module.exports = { jobs: { send: (a) => { b } }, onEvent }')).toEqual(['send'])
  })

  test('are what a plugin can do', () => {
    const source =
      'export function setupPlugin() {}\nexport function onEvent() {}\nexport const runEveryHour = f\nexport const other = 1'
    expect(pluginCapabilities(source)).toEqual({
      methods: ['onEvent', 'setupPlugin'],
      jobs: [],
      scheduled_tasks: ['runEveryHour'],
    })
  })

  test.each([
    'export {',
    'export { a,',
    '/*',
    '`',
    '"',
    "'\\",
    ' ',
    'export ',
    'export const jobs :',
    'exports.default = {',
    'module.exports = a;',
    'const a = {',
    '__export(a, {',
    'module.exports = {',
    'export const jobs = {',
    '{',
    'function * ',
    'exports . ',
  ])('of a hostile text of %j again and again are found in linear time', (part) => {
    const find = (size: number) => void pluginExports(part.repeat(Math.ceil(size / part.length)))
    expect(growth(find, 2 ** 18)).toBeLessThan(LINEAR)
  })
})
