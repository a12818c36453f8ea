import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Model } from '../../model/model.ts'
import { htmlWhen, type ReferenceHtml, referenceHtml } from './html.ts'
import { proseHtml } from './markdown.ts'

/** Servers, and credentials with their places in a request. `undefined` if the document has neither. */
export function accessSection(model: Model): ReferenceHtml | undefined {
  const schemes = Object.entries(model.descriptor.securitySchemes)
  if (model.servers.length + schemes.length === 0) return undefined
  const servers = model.servers.map(
    ({ url, description }) =>
      referenceHtml`<li><code>${url}</code>${htmlWhen(description, (text) => referenceHtml` <span class="soft">${text}</span>`)}</li>`,
  )
  const credentials = schemes.map(
    ([name, scheme]) =>
      referenceHtml`<dt id="credential-${name}"><code>${name}</code></dt><dd><p>${placeOf(scheme)}</p>${proseHtml(descriptionOf(name, model))}</dd>`,
  )
  return referenceHtml`<section id="access"><h2>Servers and credentials</h2>${servers.length === 0 ? undefined : referenceHtml`<ul>${servers}</ul>`}${credentials.length === 0 ? undefined : referenceHtml`<dl class="members">${credentials}</dl>`}</section>`
}

function placeOf({ type, scheme = '', in: location = 'header', name = '' }: SecuritySchemeDescriptor) {
  const places: Readonly<Record<SecuritySchemeDescriptor['type'], ReferenceHtml>> = {
    apiKey: referenceHtml`a key in the ${location} <code>${name}</code>`,
    http: referenceHtml`the header <code>Authorization: ${scheme.charAt(0).toUpperCase()}${scheme.slice(1)} …</code>`,
    oauth2: referenceHtml`an OAuth 2.0 access token, in the header <code>Authorization: Bearer …</code>`,
    openIdConnect: referenceHtml`an OpenID Connect token, in the header <code>Authorization: Bearer …</code>`,
    mutualTLS: referenceHtml`a client certificate`,
  }
  return places[type]
}

/** The document's description of a security scheme, inline or by reference. */
function descriptionOf(name: string, { document }: Model): string | undefined {
  const at = (steps: readonly string[]) =>
    Object(valueAt(document, steps)) as { readonly description?: string; readonly $ref?: string }
  const { description, $ref } = at(['components', 'securitySchemes', name])
  return description ?? ($ref === undefined ? undefined : at(stepsOf($ref)).description)
}
