import { invalid, notFound, type Route, readForm, type Visit } from './visit.ts'

/** Describes a product's image before one was sent. */
const NO_IMAGE = { caption: '', bytes: 0 }

/** A product's image, which is sent as a form with two parts. */
export const imageRoutes: readonly Route[] = [
  {
    pattern: /^\/products\/([^/]+)\/image$/,
    handlers: {
      GET: (visit) => ({ status: 200, body: visit.shop.images.get(productIdOf(visit)) ?? NO_IMAGE }),
      PUT: async (visit) => {
        const id = productIdOf(visit)
        const form = await readForm(visit.incoming)
        const caption = form.get('caption')
        const file = form.get('file')
        if (typeof caption !== 'string' || [...caption].length > 80) throw invalid('caption')
        if (file === null) throw invalid('file')
        const image = { caption, bytes: typeof file === 'string' ? Buffer.byteLength(file) : file.size }
        visit.shop.images.set(id, image)
        return { status: 200, body: image }
      },
    },
  },
]

function productIdOf({ shop, ids: [id = 0] }: Visit): number {
  if (!shop.products.has(id)) throw notFound()
  return id
}
