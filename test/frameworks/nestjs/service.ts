/**
 * Teams with members, served by NestJS and @nestjs/swagger: a bearer token, PATCH, numbered pages, in memory.
 * FAULT selects one way in which the service breaks its document; see faults.json. It listens on a free port
 * and prints its URL.
 */
import 'reflect-metadata'
import {
  BadRequestException,
  Body,
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  Put,
  Query,
  Req,
  UnauthorizedException,
  UnsupportedMediaTypeException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import {
  ApiBadRequestResponse,
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiParam,
  ApiProperty,
  ApiUnauthorizedResponse,
  ApiUnsupportedMediaTypeResponse,
  DocumentBuilder,
  SwaggerModule,
} from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
} from 'class-validator'

declare const process: { env: Record<string, string | undefined> }

const FAULT = process.env['FAULT'] ?? ''
const USERS: Record<string, string> = { 'ada-token': 'ada', 'eve-token': 'eve' }
const ROLES = ['reader', 'writer', 'owner']

/** Validates an edited value instead if this fault is selected. */
const When = (fault: string, edit: (value: any) => unknown) =>
  Transform(({ value }) => (FAULT === fault ? edit(value) : value))
/** Unlike `IsOptional`, this does not accept null either. */
const MayBeLeftOut = () => ValidateIf((_, value) => value !== undefined)
/** A number in the query: digits only. */
const Digits = () => Transform(({ value }) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : value))

class Problem {
  @ApiProperty({ type: 'integer' }) statusCode!: number
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }) message!:
    | string
    | string[]
}

const TOPICS = { type: 'array', maxItems: 5, items: { type: 'string', minLength: 1, maxLength: 15 } } as const

class NewTeam {
  @ApiProperty({ minLength: 1, maxLength: 50 }) @IsString() @Length(1, 50) name!: string
  @ApiProperty({ maxLength: 800, default: '', required: false }) @IsString() @MaxLength(800) note: string = ''
  @ApiProperty({ ...TOPICS, default: [], required: false })
  @IsArray()
  @ArrayMaxSize(5)
  @IsString({ each: true })
  @Length(1, 15, { each: true })
  topics: string[] = []
  @ApiProperty({ default: false, required: false }) @IsBoolean() open: boolean = FAULT === 'default-open'
}

class TeamChange {
  @ApiProperty({ minLength: 1, maxLength: 50, required: false })
  @MayBeLeftOut()
  @IsString()
  @Length(1, 50)
  name?: string
  @ApiProperty({ maxLength: 800, required: false }) @MayBeLeftOut() @IsString() @MaxLength(800) note?: string
  @ApiProperty({ ...TOPICS, required: false })
  @MayBeLeftOut()
  @IsArray()
  @ArrayMaxSize(5)
  @IsString({ each: true })
  @Length(1, 15, { each: true })
  topics?: string[]
  @ApiProperty({ required: false }) @MayBeLeftOut() @IsBoolean() open?: boolean
}

class Team {
  @ApiProperty({ type: 'integer' }) id!: number
  @ApiProperty({ minLength: 1, maxLength: 50 }) name!: string
  @ApiProperty({ maxLength: 800 }) note!: string
  @ApiProperty(TOPICS) topics!: string[]
  @ApiProperty() open!: boolean
  @ApiProperty({ format: 'date-time' }) created_at!: string
}

class MemberBody {
  @ApiProperty({ minLength: 1, maxLength: 70 }) @IsString() @Length(1, 70) name!: string
  @ApiProperty({ enum: ROLES })
  @When('role-in-any-case', (role) => (typeof role === 'string' ? role.toLowerCase() : role))
  @IsIn(ROLES)
  role!: string
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 10 })
  @When('level-as-text', (level) => (/^\d+$/.test(level) ? Number(level) : level))
  @When('highest-level-refused', (level) => (level === 10 ? 11 : level))
  @IsInt()
  @Min(0)
  @Max(10)
  level!: number
}

class Member extends MemberBody {
  @ApiProperty({ type: 'integer' }) id!: number
}

class Page {
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 1000000, default: 1, required: false })
  @Digits()
  @IsInt()
  @Min(1)
  @Max(1000000)
  page: number = 1
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100, default: 20, required: false })
  @Digits()
  @IsInt()
  @Min(1)
  @Max(100)
  per_page: number = 20
}

class MemberQuery extends Page {
  @ApiProperty({ enum: ROLES, required: false }) @MayBeLeftOut() @IsIn(ROLES) role?: string
}

class TeamPage {
  @ApiProperty({ type: 'integer' }) total!: number
  @ApiProperty({ type: [Team] }) items!: Team[]
}

class MemberPage {
  @ApiProperty({ type: 'integer' }) total!: number
  @ApiProperty({ type: [Member] }) items!: Member[]
}

@Injectable()
class Guard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest()
    const [, token = ''] = /^Bearer (.*)$/i.exec(request.headers.authorization ?? '') ?? []
    request.user = USERS[FAULT === 'token-with-suffix' ? token.slice(0, 9) : token]
    if (request.user !== undefined) return true
    context.switchToHttp().getResponse().setHeader('WWW-Authenticate', 'Bearer')
    throw new UnauthorizedException()
  }
}

type OwnTeam = Team & { owner: string; members: Map<number, Member>; gone: Map<number, Member> }
const teams = new Map<number, OwnTeam>()
let lastId = 0

function teamOf(request: { user: string }, id: number): OwnTeam {
  const team = teams.get(id)
  if (team === undefined || team.owner !== request.user) throw new NotFoundException()
  return team
}

function shown({ owner, members, gone, ...team }: OwnTeam): Team {
  return team
}

function cut<Item>(items: Item[], { page, per_page }: Page, matches: (item: Item) => boolean = () => true) {
  const found = items.filter(matches)
  const from = (page - 1) * per_page
  const part =
    FAULT === 'filter-after-page'
      ? items.slice(from, from + per_page).filter(matches)
      : found.slice(from, from + per_page)
  return { total: FAULT === 'total-of-all' ? items.length : found.length, items: part }
}

@ApiBearerAuth()
@ApiUnauthorizedResponse({ type: Problem })
@ApiBadRequestResponse({ type: Problem })
@UseGuards(Guard)
@Controller('teams')
class Teams {
  @ApiOkResponse({ type: TeamPage })
  @Get()
  list(@Req() request: any, @Query() query: Page): TeamPage {
    return cut([...teams.values()].filter(({ owner }) => owner === request.user).map(shown), query)
  }

  @ApiUnsupportedMediaTypeResponse({ type: Problem })
  @ApiCreatedResponse({ type: Team })
  @Post()
  create(@Req() request: any, @Body() body: NewTeam): Team {
    lastId += 1
    const { name, note, topics, open } = body
    const team = {
      id: lastId,
      name,
      note: FAULT === 'note-cut' ? note.slice(0, 100) : note,
      topics,
      open,
      created_at: new Date().toISOString(),
    }
    teams.set(team.id, { ...team, owner: request.user, members: new Map(), gone: new Map() })
    return team
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: Team })
  @Get(':id')
  read(@Req() request: any, @Param('id', ParseIntPipe) id: number): Team {
    return shown(teamOf(request, id))
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiUnsupportedMediaTypeResponse({ type: Problem })
  @ApiOkResponse({ type: Team })
  @Patch(':id')
  change(@Req() request: any, @Param('id', ParseIntPipe) id: number, @Body() body: TeamChange): Team {
    const team = teamOf(request, id)
    for (const [name, value] of Object.entries(body))
      if (value !== undefined && ['name', 'note', 'topics', 'open'].includes(name))
        Object.assign(team, { [name]: value })
    if (FAULT === 'topics-reversed' && body.topics !== undefined) team.topics.reverse()
    return shown(team)
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @HttpCode(204)
  @ApiNoContentResponse()
  @Delete(':id')
  remove(@Req() request: any, @Param('id', ParseIntPipe) id: number): void {
    teams.delete(teamOf(request, id).id)
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiOkResponse({ type: MemberPage })
  @Get(':id/members')
  listMembers(
    @Req() request: any,
    @Param('id', ParseIntPipe) id: number,
    @Query() query: MemberQuery,
  ): MemberPage {
    return cut(
      [...teamOf(request, id).members.values()],
      query,
      ({ role }) => query.role === undefined || role === query.role,
    )
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiUnsupportedMediaTypeResponse({ type: Problem })
  @ApiCreatedResponse({ type: Member })
  @Post(':id/members')
  addMember(@Req() request: any, @Param('id', ParseIntPipe) id: number, @Body() body: MemberBody): Member {
    const { members } = teamOf(request, id)
    lastId += 1
    const member = { id: lastId, name: body.name, role: body.role, level: body.level }
    members.set(member.id, member)
    return member
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiParam({ name: 'memberId', type: 'integer' })
  @ApiOkResponse({ type: Member })
  @Get(':id/members/:memberId')
  readMember(
    @Req() request: any,
    @Param('id', ParseIntPipe) id: number,
    @Param('memberId', ParseIntPipe) memberId: number,
  ): Member {
    const member = teamOf(request, id).members.get(memberId)
    if (member === undefined) throw new NotFoundException()
    return member
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiParam({ name: 'memberId', type: 'integer' })
  @ApiUnsupportedMediaTypeResponse({ type: Problem })
  @ApiOkResponse({ type: Member })
  @Put(':id/members/:memberId')
  replaceMember(
    @Req() request: any,
    @Param('id', ParseIntPipe) id: number,
    @Param('memberId', ParseIntPipe) memberId: number,
    @Body() body: MemberBody,
  ): Member {
    const { members, gone } = teamOf(request, id)
    if (!members.has(memberId) && !(FAULT === 'put-revives-member' && gone.has(memberId)))
      throw new NotFoundException()
    const member = { id: memberId, name: body.name, role: body.role, level: body.level }
    members.set(memberId, member)
    return member
  }

  @ApiNotFoundResponse({ type: Problem })
  @ApiParam({ name: 'id', type: 'integer' })
  @ApiParam({ name: 'memberId', type: 'integer' })
  @HttpCode(204)
  @ApiNoContentResponse()
  @Delete(':id/members/:memberId')
  removeMember(
    @Req() request: any,
    @Param('id', ParseIntPipe) id: number,
    @Param('memberId', ParseIntPipe) memberId: number,
  ): void {
    const { members, gone } = teamOf(request, id)
    const member = members.get(memberId)
    if (member === undefined) throw new NotFoundException()
    const next = [...members.keys()].find((other) => other > memberId)
    if (FAULT === 'deletes-next-member' && next !== undefined) members.delete(next)
    members.delete(memberId)
    gone.set(memberId, member)
  }
}

@Module({ controllers: [Teams] })
class Service {}

const app = await NestFactory.create(Service, { logger: false })
app.use((request: any, _response: unknown, next: (error?: unknown) => void) => {
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
  if (hasBody && !isJson) next(new UnsupportedMediaTypeException())
  else
    next(
      !hasBody && ['POST', 'PUT', 'PATCH'].includes(request.method) ? new BadRequestException() : undefined,
    )
})
app.useGlobalPipes(new ValidationPipe({ transform: true }))
const config = new DocumentBuilder()
  .setTitle('Teams')
  .setDescription('Each token sees its own teams alone.')
  .addBearerAuth()
  .build()
const document = SwaggerModule.createDocument(app, config)
app.getHttpAdapter().get('/openapi.json', (_request: unknown, response: any) => response.json(document))
await app.listen(0, '127.0.0.1')
console.log((await app.getUrl()).replace('[::1]', '127.0.0.1'))
