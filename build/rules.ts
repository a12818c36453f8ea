import { type Check, checks } from '@concordat/contract'

/** docs/rules.md. */
export function printRules(): string {
  return `<!-- Written by "npm run docs" from runtime/contract/checks. Do not edit. -->

# Rules

The rules that \`concordat verify\` and the generated tests check, in the order in which they run. A finding's **grade** says what it is based on, its
**weight** how bad it is: [verify.md](verify.md#what-is-judged). A server error outweighs everything else, whichever rule finds it.

| rule | grade | weight |
|---|---|---|
${checks.map(({ code, grade, weight }) => `| [\`${code}\`](#${code}) | ${grade} | ${weight} |`).join('\n')}

To run only some rules, use \`--rule NAME\`, repeated as needed. To skip a rule for all operations: \`--skip-rule NAME\`, or \`skipRules\` in the configuration. To skip an operation: \`--skip-operation ID\`, or
\`skipOperations\`. To accept current failures, each with a reason, use a [baseline](verify.md#known-failures).
${checks.map(section).join('')}`
}

function section({ code, grade, weight, description, example, fix, needs }: Check): string {
  const wants =
    needs === undefined
      ? ''
      : `\n**Needs** a credential: ${needs} ([how to supply one](verify.md#credentials)).\n`
  return `
## \`${code}\`
${description} (${grade}, ${weight})
${wants}
- **Broken when**: ${example}
- **To fix it**: ${fix}
- **To silence it**: \`--skip-rule ${code}\`; for one operation only: \`{ rule: ${code}, operation: ID, clause: POINTER }\` in the baseline.
`
}
