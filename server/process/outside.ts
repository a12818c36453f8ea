import path from 'node:path'
import type { HandlerParts } from '../app/features.ts'
import { exportRules } from '../batch-exports/parts.ts'
import { createDnsResolver } from '../domains/dns.ts'
import { invitePath, makeInviteToken } from '../invites/invite-token.ts'
import { createMailer } from '../mail/mailer.ts'
import { publicOnly } from '../outbound/address-policy.ts'
import { createPackageRegistry } from '../plugins/packages/registry.ts'
import { createSecretBox, readKeyFile } from '../secrets/secret-box.ts'
import type { Settings } from '../settings/settings.ts'

/** npm passes the registry that it uses to its scripts. Without npm, a registry on this machine is used. */
const npmRegistry = process.env['npm_config_registry'] ?? 'http://127.0.0.1:4873/'

/**
 * Creates the parts of the service that use servers other than its database, according to the settings. If
 * they contain no key for secrets, uses the one in the data folder, which is created if it is missing.
 */
export function connectOtherServers({
  dataFolder,
  smtpUrl,
  mailFrom,
  inviteLink,
  publicUrl,
  invitesPerDay,
  dnsServers,
  addressPolicy = publicOnly,
  registryUrl,
  githubApi: github,
  gitlabApi: gitlab,
  secretKey = readKeyFile(dataFolder),
  earlierSecretKeys,
  ...exportSettings
}: OutsideSettings): Omit<HandlerParts, 'db' | 'jobs' | 'openEvents'> {
  const secretBox = createSecretBox(secretKey, earlierSecretKeys)
  return {
    mailer: createMailer({ smtpUrl, from: mailFrom, outbox: path.join(dataFolder, 'outbox') }),
    inviteAddress(id) {
      if (inviteLink !== undefined) return inviteLink.replaceAll('{id}', id)
      if (publicUrl === undefined) return undefined
      const query = new URLSearchParams({ token: makeInviteToken(secretBox, id) })
      return `${publicUrl}${invitePath}?${query}`
    },
    invitesPerDay,
    resolver: createDnsResolver(dnsServers),
    secretBox,
    exports: exportRules(exportSettings),
    registry: createPackageRegistry({
      url: registryUrl ?? npmRegistry,
      apis: { github, gitlab },
      addressPolicy,
    }),
  }
}

type OutsideSettings = Pick<
  Settings,
  | 'dataFolder'
  | 'smtpUrl'
  | 'mailFrom'
  | 'inviteLink'
  | 'publicUrl'
  | 'invitesPerDay'
  | 'dnsServers'
  | 'addressPolicy'
  | 'registryUrl'
  | 'githubApi'
  | 'gitlabApi'
  | 'secretKey'
  | 'earlierSecretKeys'
  | 'exportRetrySeconds'
  | 'exportShare'
  | 'batchExportLevel'
>
