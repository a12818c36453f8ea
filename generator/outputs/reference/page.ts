import { createHash } from 'node:crypto'
import { counted } from '../../errors/counted.ts'
import { responseExamples } from '../../model/examples/response-examples.ts'
import type { Model, Operation } from '../../model/model.ts'
import { accessSection } from './access.ts'
import { htmlWhen, ReferenceHtml, referenceHtml } from './html.ts'
import { proseHtml } from './markdown.ts'
import { operationAnchor, operationSection } from './operation.ts'
import { schemaHtml } from './schema.ts'
import { REFERENCE_SCRIPT } from './script.ts'
import { REFERENCE_STYLE } from './style.ts'

/**
 * `reference/index.html`: a self-contained page of all operations and schemas. It loads nothing and runs only
 * its own script. Text from the document is escaped, and a content security policy blocks anything that
 * escaping missed.
 * @param header The header of generated files, a TypeScript comment.
 */
export function emitReference(model: Model, header: string): string {
  const examples = responseExamples(model)
  const access = accessSection(model)
  const policy = `default-src 'none'; img-src data:; style-src '${digest(REFERENCE_STYLE)}'; script-src '${digest(REFERENCE_SCRIPT)}'; base-uri 'none'; form-action 'none'`
  const comment = header.replace(/^\/\/ /, '').replaceAll('--', '- -')
  const page = referenceHtml`<!doctype html>
<!-- ${comment} -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new ReferenceHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${model.title}: API reference</title>
<link rel="icon" href="data:,">
<style>${new ReferenceHtml(REFERENCE_STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Operations">
<input hidden type="search" id="search" placeholder="Search operations ( / )" aria-label="Search operations" autocomplete="off">
<p class="soft" id="count" role="status">${counted(model.operations.length + (model.webhooks?.operations.length ?? 0), 'operation')}</p>
<details id="contents" open><summary>Contents</summary>${htmlWhen(access, () => referenceHtml`<section data-group><ul><li><a class="page" href="#access">Servers and credentials</a></li></ul></section>`)}${model.tags.map(
    ({ name, operations }) =>
      referenceHtml`<section data-group><h2>${headingOf(name, model)}</h2><ul>${operations.map(contentsItem)}</ul></section>`,
  )}${htmlWhen(model.webhooks, ({ operations }) => referenceHtml`<section data-group><h2>Webhooks</h2><ul>${operations.map(contentsItem)}</ul></section>`)}<section data-group><ul><li><a class="page" href="#schemas">Schemas</a></li></ul></section></details>
</nav>
<main id="content" tabindex="-1">
<header><h1>${model.title} <span class="soft">${model.version}</span></h1>${proseHtml(model.description)}
<details><summary>The client</summary><pre><code>import { createClient } from './client'
const api = createClient(${model.baseUrl === undefined ? "{ baseUrl: 'http://127.0.0.1:8000' }" : '{}'})</code></pre></details>${access}</header>
${model.tags.map(
  ({ name, description, operations }) =>
    referenceHtml`<section data-group><h2>${headingOf(name, model)}</h2>${proseHtml(description)}${operations.map((operation) => operationSection(operation, model, examples))}</section>`,
)}
${htmlWhen(
  model.webhooks,
  ({ operations, descriptor }) =>
    referenceHtml`<section data-group><h2>Webhooks</h2><p>The service sends these requests.</p>${operations.map((operation) => operationSection(operation, { ...model, descriptor }, examples))}</section>`,
)}
<section data-group id="schemas"><h2>Schemas</h2>${model.schemas.map(
    ({ name, schema }) =>
      referenceHtml`<details class="card schema-card" id="schema-${name}"><summary><code>${name}</code></summary>${schemaHtml(schema)}</details>`,
  )}</section>
</main>
<script>${new ReferenceHtml(REFERENCE_SCRIPT)}</script>
</body>
</html>
`
  return page.toString()
}

/** An operation's link in the contents. */
function contentsItem(operation: Operation): ReferenceHtml {
  const { method, summary, operationId } = operation.descriptor
  const anchor = operationAnchor(operation)
  return referenceHtml`<li data-for="${anchor}"><a${operation.deprecated ? referenceHtml` class="old" title="deprecated"` : undefined} href="#${anchor}"><span class="method ${method.toLowerCase()}">${method}</span> ${summary ?? operationId}</a></li>`
}

/** The heading of a tag's operations. A document without tags has only the tag "default". */
function headingOf(tag: string, { tags }: Model): string {
  return tags.length === 1 && tag === 'default' ? 'Operations' : tag
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
