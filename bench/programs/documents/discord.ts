import { createClient } from './generated/client.ts'
import { createApp, type Handlers } from './generated/server.ts'
import type { UserResponse } from './generated/types.ts'
import { expect, only } from './only.ts'

const author: UserResponse = {
  ...{ id: '7', username: 'ann', avatar: null, discriminator: '0' },
  ...{ public_flags: 0, flags: 0, global_name: null, primary_guild: null },
}
const app = createApp({
  basePath: '',
  handlers: only<Handlers>({
    create_message: async ({ path: { channel_id }, body }) => ({
      status: 200,
      body: {
        ...{ id: '1', type: 0, channel_id, content: body.content ?? '', author, flags: 0 },
        ...{ mentions: [], mention_roles: [], attachments: [], embeds: [], components: [] },
        ...{ timestamp: '2026-01-01T00:00:00Z', edited_timestamp: null },
        ...{ pinned: false, mention_everyone: false, tts: body.tts ?? false },
      },
    }),
    get_channel: async ({ path: { channel_id } }) =>
      channel_id === '5'
        ? { status: 200, body: { id: '5', type: 0, flags: 0, guild_id: '2', name: 'general', position: 0 } }
        : { status: 404, body: { code: 10003, message: 'Unknown Channel' } },
  }),
  authenticate: async () => ({ principal: undefined, scopes: ['*'] }),
  problemResponse: ({ detail }) => ({ body: { code: 0, message: detail } }),
})
const api = createClient({ baseUrl: 'http://a.test', fetch: app, credentials: { BotToken: 'Bot t' } })

const message = await api.create_message({
  path: { channel_id: '5' },
  body: { content: 'Hello', tts: false },
})
expect(message.content === 'Hello', 'the sent message')
const channel = await api.get_channel({ path: { channel_id: '5' } })
if (channel.type === 0) expect(channel.name === 'general', 'a guild channel has a name')
else throw new Error('It is not a text channel.')
const answer = await api.get_channel.result({ path: { channel_id: '9' } })
expect(answer.status === 404 && answer.body.message === 'Unknown Channel', 'no such channel')
