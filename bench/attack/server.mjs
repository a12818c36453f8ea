import { serve } from '@concordat/runtime/server/node'
import { createApp } from './generated/server.ts'

const thing = { id: '1', name: 'a thing' }
const taken = () => ({ status: 204 })
const app = createApp({
  validateResponses: 'off',
  handlers: {
    takeAnything: taken,
    filter: taken,
    double: taken,
    takeLists: taken,
    takeTexts: taken,
    async takeLines({ body }) {
      for await (const _ of body);
      return { status: 204 }
    },
    listThings: () => ({ status: 200, body: [thing] }),
    createThing: () => ({ status: 201, body: thing }),
    getThing: ({ path }) => ({ status: 200, body: { ...thing, id: path.id } }),
  },
})
const { url } = await serve(app)
console.log(`Listening on ${url}`)
