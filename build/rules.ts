import { type Check, checks } from '@concordat/contract'

/** docs/rules.md. */
export function printRules(): string {
  return `<!-- Written by "npm run docs" from runtime/contract/checks. Do not edit. -->

# Rules

What \`concordat verify\` and the generated tests judge, in the order in which they run. A finding's **grade** says how much ground it has, its
**weight** how bad it is: [verify.md](verify.md#what-is-judged). A server error weighs more than all else, whichever rule meets it.

| rule | grade | weight |
|---|---|---|
${checks.map(({ code, grade, weight }) => `| [\`${code}\`](#${code}) | ${grade} | ${weight} |`).join('\n')}

To run some rules alone: \`--rule NAME\`, as often as wanted. To leave a rule out, for all operations: \`--skip-rule NAME\`, or \`skipRules\` in the configuration. To leave an operation out: \`--skip-operation ID\`,
\`skipOperations\`. To keep what fails now from failing a run, each with the reason: a [baseline](verify.md#known-failures).
${checks.map(section).join('')}`
}

function section({ code, grade, weight, description, example, fix, needs }: Check): string {
  const wants =
    needs === undefined
      ? ''
      : `\n**Needs** a credential: ${needs} ([how to give one](verify.md#credentials)).\n`
  return `
## \`${code}\`
${description} (${grade}, ${weight})
${wants}
- **Broken when**: ${example}
- **To mend it**: ${fix}
- **To silence it**: \`--skip-rule ${code}\`; one operation's failure alone: \`{ rule: ${code}, operation: ID, clause: POINTER }\` in the baseline.
`
}
