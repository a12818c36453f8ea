import { expect, test } from 'vitest'
import { withoutDocs } from '../../../build/without-docs.ts'

const MODULE = `/** Says what it adds. */
export function add(one, other) {
    // The reason stays.
    return /* @__PURE__ */ sum(one, other);
}
class Counter {
    /**
     * How many there are.
     */
    count = 0;
    text = \`/** a text \${1} */\`;
    pattern = /\\/** no comment *\\//;
}
`

test('doc comments go; reasons, hints for bundlers, and what only looks like a comment stay', () => {
  expect(withoutDocs(MODULE)).toBe(`export function add(one, other) {
    // The reason stays.
    return /* @__PURE__ */ sum(one, other);
}
class Counter {
    count = 0;
    text = \`/** a text \${1} */\`;
    pattern = /\\/** no comment *\\//;
}
`)
})
