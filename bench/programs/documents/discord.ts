import { createClient } from './generated/client.ts'
import { expect } from './only.ts'

const fetch = async (request: Request): Promise<Response> => {
  if (request.method === 'POST') return Response.json({ id: '1', ...(await request.json()) })
  if (request.url.endsWith('/channels/9'))
    return Response.json({ code: 10003, message: 'Unknown Channel' }, { status: 404 })
  return Response.json({ id: '5', type: 0, name: 'general', guild_id: '2' })
}
const api = createClient({ fetch, credentials: { BotToken: 'Bot t' } })

const message = await api.create_message({
  path: { channel_id: '5' },
  body: { content: 'Hello', tts: false },
})
expect(message.content === 'Hello', 'the message that was sent')
const channel = await api.get_channel({ path: { channel_id: '5' } })
if (channel.type === 0) expect(channel.name === 'general', 'a channel of a guild has a name')
else throw new Error('It is no text channel.')
const answer = await api.get_channel.result({ path: { channel_id: '9' } })
expect(answer.status === 404 && answer.body.message === 'Unknown Channel', 'no such channel')
