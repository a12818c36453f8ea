import { documentOf, object, problem, ref, Shelf, type Style } from './style.ts'

interface Offer {
  readonly '@id': string
  readonly label: string
  readonly price: string
  readonly topics?: readonly string[]
}

const CONTEXT = { '@vocab': 'https://offers.test/ns/' }
const text = { type: 'string', minLength: 1, maxLength: 100 }
const meaning = { type: 'object', properties: { '@vocab': { type: 'string', format: 'uri' } } }
const topics = { type: 'array', items: text, uniqueItems: true, maxItems: 9 }
const sent = {
  '@context': meaning,
  '@id': text,
  label: text,
  price: { type: 'string', format: 'decimal', pattern: '^[0-9]{1,6}(\\.[0-9]{1,2})?$' },
  topics,
}
const OfferWrite = {
  ...object(sent, ['@context', 'label', 'price']),
  example: { '@context': CONTEXT, '@id': 'offer-id', label: 'Bike', price: '12.5', topics: ['used'] },
}
const shown = { ...sent, '@type': text, price: { type: 'string', format: 'decimal' } }
const Offer = object({ ...shown, topics: { oneOf: [text, topics] } }, ['@context', '@id', 'label', 'price'])
const refuses = [400, 404, 415]

/**
 * Items are JSON-LD: their id is "@id", and a list of one value becomes this value. A change repeats the id
 * in its body, and a search by POST shows the items.
 * @see https://www.w3.org/TR/json-ld11/
 */
export const linkedData: Style = {
  name: 'linked data',
  document: documentOf(
    'offers',
    {
      'POST /offers': {
        id: 'createOffer',
        body: { schema: ref('OfferWrite') },
        answers: [{ schema: object({ '@context': meaning, '@type': text, '@id': text }) }],
        refuses,
      },
      'POST /offers/query': {
        id: 'queryOffers',
        body: {
          schema: object({ '@context': meaning, limit: { type: 'integer', minimum: 1 } }, ['@context']),
        },
        answers: [{ schema: { type: 'array', items: ref('Offer') } }],
        refuses,
      },
      'GET /offers/{id}': { id: 'getOffer', answers: [{ schema: ref('Offer') }], refuses: [404] },
      'PUT /offers/{id}': {
        id: 'updateOffer',
        body: { schema: ref('OfferWrite') },
        answers: [{ status: 204 }],
        refuses,
      },
      'DELETE /offers/{id}': { id: 'deleteOffer', answers: [{ status: 204 }], refuses: [404] },
    },
    { schemas: { OfferWrite, Offer } },
  ),
  start() {
    const offers = new Shelf<Offer>()
    let made = 0
    const none = () => problem(404, 'There is no such offer.')
    const show = ({ topics: [only, ...others] = [], price, ...offer }: Offer) => ({
      ...{ '@context': CONTEXT, '@type': 'Offer', ...offer, price: Number(price).toFixed(6) },
      ...(only !== undefined && { topics: others.length === 0 ? only : [only, ...others] }),
    })
    return {
      refuse: problem,
      handlers: {
        createOffer({ tenant, body }) {
          const { label, price, topics: about } = body as Offer
          const id = `${++made}-${tenant}`
          offers.set(tenant, id, { '@id': id, label, price, ...(about && { topics: about }) })
          return Response.json({ '@context': CONTEXT, '@type': 'IdResponse', '@id': id })
        },
        queryOffers({ tenant, body }) {
          const { limit } = body as { readonly limit?: number }
          return Response.json(offers.all(tenant).slice(0, limit).map(show))
        },
        getOffer({ tenant, path }) {
          const offer = offers.get(tenant, path['id'] ?? '')
          return offer ? Response.json(show(offer)) : none()
        },
        updateOffer({ tenant, path, body }) {
          const { '@id': id, label, price, topics: about } = body as Offer
          if (id === undefined || !offers.get(tenant, id) || id !== path['id']) return none()
          offers.set(tenant, id, { '@id': id, label, price, ...(about && { topics: about }) })
          return new Response(null, { status: 204 })
        },
        deleteOffer: ({ tenant, path }) =>
          offers.delete(tenant, path['id'] ?? '') ? new Response(null, { status: 204 }) : none(),
      },
    }
  },
}
