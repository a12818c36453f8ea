import { expect, test } from 'vitest'
import { indentWithTabs } from '../../../build/indentation.ts'

test('lines are indented with tabs; texts keep their spaces', () => {
  expect(
    indentWithTabs(`class Counter {
    /**
     * How many there are.
     */
    text() {
        return \`
    first \${
        this.of(\`
        inner\`)}
    last\`;
    }
}
`),
  ).toBe(`class Counter {
\t/**
\t * How many there are.
\t */
\ttext() {
\t\treturn \`
    first \${
\t\tthis.of(\`
        inner\`)}
    last\`;
\t}
}
`)
})
