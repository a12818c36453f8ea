import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isNetworkSource } from '../../load/source/file-name.ts'
import { ROLES, type Role } from '../../outputs/outputs.ts'
import type { InitProject } from './project.ts'

/** A project's roles towards a service, and the evidence for them. */
export interface RolesFound {
  /** The main role first. */
  readonly roles: readonly [Role, ...Role[]]
  /** "The project contains hono and react, so you probably build and call the service" */
  readonly why: string
}

const SERVERS =
  /^(?:hono|@hono\/node-server|express|fastify|koa|elysia|h3|nitro|nitropack|@nestjs\/core|@hapi\/hapi)$/
const FRONT_ENDS =
  /^(?:react|react-native|expo|preact|vue|svelte|solid-js|lit|@angular\/core|next|nuxt|astro|@tanstack\/.+|msw)$/
/**
 * A project with this package calls a service, unless it also has a server. Such projects install the package
 * before anything is generated.
 */
const RUNTIME = '@concordat/runtime'
/** Folders and file names in which web frameworks expect request handlers. */
const ROUTES: readonly (readonly [framework: string, folder: string, file: RegExp])[] = [
  ['next', 'app', /(?:^|[\\/])route\.[cm]?[jt]sx?$/],
  ['next', 'src/app', /(?:^|[\\/])route\.[cm]?[jt]sx?$/],
  ['next', 'pages/api', /\.[cm]?[jt]sx?$/],
  ['next', 'src/pages/api', /\.[cm]?[jt]sx?$/],
  ['nuxt', 'server/api', /\.[cm]?[jt]s$/],
  ['nuxt', 'server/routes', /\.[cm]?[jt]s$/],
]
/** Files in a project's root that indicate another language. */
const OTHER_LANGUAGES = [
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'pyproject.toml',
  'requirements.txt',
  'manage.py',
  'composer.json',
  'Gemfile',
  'Cargo.toml',
  'mix.exs',
]

/** Determines a project's roles. @param document path relative to the project's folder, or a URL. */
export function projectRoles(project: InitProject, document: string): RolesFound {
  const names = [...project.packages].sort()
  const server = names.find((name) => SERVERS.test(name)) ?? routesOf(project)
  const frontEnd = names.find((name) => FRONT_ENDS.test(name))
  if (server !== undefined) {
    if (frontEnd === undefined)
      return { roles: ['build'], why: `The project contains ${server}, so you probably build the service` }
    return {
      roles: ['build', 'call'],
      why: `The project contains ${server} and ${frontEnd}, so you probably build and call the service`,
    }
  }
  const caller = frontEnd ?? names.find((name) => name === RUNTIME)
  if (caller !== undefined)
    return { roles: ['call'], why: `The project contains ${caller}, so you probably call the service` }
  const other = OTHER_LANGUAGES.find((name) => existsSync(join(project.folder, name)))
  if (other !== undefined)
    return {
      roles: ['test'],
      why: `The project contains ${other}, so you probably test a service in another language`,
    }
  if (isNetworkSource(document) && names.every((name) => name === 'concordat'))
    return {
      roles: ['test'],
      why: 'The document is remote and the project contains only concordat, so you probably test the service',
    }
  return {
    roles: ['call'],
    why: 'The project contains no server framework, so you probably call the service',
  }
}

/** Returns the role that the user gave. */
export function rolesGiven(role: Role): RolesFound {
  return { roles: [role], why: `You ${role} the service` }
}

/** A file in the project that handles requests: "app/pets/route.ts". */
function routesOf({ folder, packages }: InitProject): string | undefined {
  for (const [framework, place, name] of ROUTES) {
    const path = join(folder, place)
    if (!packages.has(framework) || !existsSync(path)) continue
    const file = readdirSync(path, { recursive: true, encoding: 'utf8' }).find((one) => name.test(one))
    if (file !== undefined) return `${place}/${file.replaceAll('\\', '/')}`
  }
  return undefined
}

/** Two sentences: the evidence, and how to choose other outputs. */
export function rolesLine({ roles, why }: RolesFound): string {
  const others = Object.entries(ROLES).filter(([role]) => !roles.some((one) => one === role))
  return `${why}. Omitted: ${others.map(([role, what]) => `${what} (--role ${role})`).join(', ')}.`
}
