import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import { expect, only } from './only.ts'

const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    sendMessage: async ({ body }) =>
      body.text === ''
        ? { status: 400, body: { ok: false, error_code: 400, description: 'message text is empty' } }
        : {
            status: 200,
            body: {
              ok: true,
              result: { message_id: 1, date: 0, chat: { id: 5, type: 'private' }, text: body.text },
            },
          },
    getUpdates: async ({ body }) => ({
      status: 200,
      body: { ok: true, result: [{ update_id: body?.offset ?? 1 }] },
    }),
  }),
  problemResponse: ({ detail }, { status }) => ({
    body: { ok: false, error_code: status, description: detail },
  }),
})
const api = createClient({
  baseUrl: 'http://a.test/bot',
  fetch: (request) => app(new Request(request.url.replace('/bot', ''), request)),
})

const { result: message } = await api.sendMessage({ body: { chat_id: 5, text: 'Hello' } })
expect(message?.text === 'Hello' && message.chat.type === 'private', 'the sent message')
const { result: updates = [] } = await api.getUpdates({ body: { offset: 8, timeout: 0 } })
expect(updates[0]?.update_id === 8, 'the requested update')
try {
  await api.sendMessage({ body: { chat_id: 5, text: '' } })
} catch (error) {
  expect(api.sendMessage.isError(error) && error.body.error_code === 400, 'the documented error')
}
