import type { Dialect, Line } from './dialect.ts'

type Does = Line['does']

/**
 * Returns lines by their operationIds, each written as "GET /path does, named": "POST /boats/get read, body
 * name".
 */
function lines(all: Readonly<Record<string, string>>): readonly Line[] {
  return Object.entries(all).map(([id, text]) => {
    const [called = '', named] = text.split(', ')
    const [method, path, does] = called.split(' ')
    return { id, route: `${method} ${path}`, does: does as Does, ...(named !== undefined && { named }) }
  })
}

/** Servers that use verbs for their actions, and identify items elsewhere than in the path. */
export const DIALECTS: readonly Dialect[] = [
  {
    name: 'verbs below a noun',
    key: 'name',
    chosenBy: 'client',
    lines: lines({
      listBoats: 'POST /boats/list list',
      getBoat: 'POST /boats/get read, body name',
      createBoat: 'POST /boats/create create',
      renameBoat: 'POST /boats/update update, body name',
      launchBoat: 'POST /boats/launch act, body name',
      deleteBoat: 'POST /boats/delete delete, body name',
    }),
  },
  {
    name: 'methods of a service',
    key: 'berth_id',
    chosenBy: 'server',
    one: 'berth',
    all: 'berths',
    lines: lines({
      ListBerths: 'POST /harbour.BerthService/ListBerths list',
      GetBerth: 'POST /harbour.BerthService/GetBerth read, body berth_id',
      CreateBerth: 'POST /harbour.BerthService/CreateBerth create',
      UpdateBerth: 'POST /harbour.BerthService/UpdateBerth update, body berth_id',
      CloseBerth: 'POST /harbour.BerthService/CloseBerth act, body berth_id',
      DeleteBerth: 'POST /harbour.BerthService/DeleteBerth delete, body berth_id',
    }),
  },
  {
    name: 'a noun, a point and a verb',
    key: 'id',
    chosenBy: 'server',
    one: 'buoy',
    all: 'buoys',
    lines: lines({
      buoys_list: 'GET /api/buoys.list list',
      buoys_info: 'GET /api/buoys.info read, query buoy',
      buoys_create: 'POST /api/buoys.create create',
      buoys_rename: 'POST /api/buoys.rename update, body buoy',
      buoys_light: 'POST /api/buoys.light act, body buoy',
      buoys_delete: 'POST /api/buoys.delete delete, body buoy',
    }),
  },
  {
    name: 'a class and its method',
    key: 'id',
    chosenBy: 'server',
    lines: lines({
      'Cranes.Find': 'POST /rpc/Cranes.Find list',
      'Cranes.Show': 'POST /rpc/Cranes.Show read, body id',
      'Cranes.Add': 'POST /rpc/Cranes.Add create',
      'Cranes.Edit': 'POST /rpc/Cranes.Edit update, body id',
      'Cranes.Remove': 'POST /rpc/Cranes.Remove delete, body id',
    }),
  },
  {
    name: 'keys that are put',
    key: 'key',
    chosenBy: 'client',
    lines: lines({
      KV_Put: 'POST /v3/kv/put put, body key',
      KV_Range: 'POST /v3/kv/range read, body key',
      KV_DeleteRange: 'POST /v3/kv/deleterange delete, body key',
    }),
  },
  {
    name: 'octets for keys, and answers without what is empty',
    ...{ key: 'key', chosenBy: 'client', all: 'kvs', isSilent: true, isBase64: true },
    lines: lines({
      Put: 'POST /v3/kv/put put, body key',
      Range: 'POST /v3/kv/range read, body key',
      DeleteRange: 'POST /v3/kv/deleterange delete, body key',
    }),
  },
  {
    name: 'ids in the query and the body',
    key: 'id',
    chosenBy: 'server',
    lines: lines({
      listPiers: 'GET /piers list',
      addPier: 'POST /piers create',
      savePier: 'POST /piers/save create',
      getPier: 'GET /piers/get read, query id',
      putPier: 'PUT /piers update, body id',
      dropPier: 'DELETE /piers delete, query id',
    }),
  },
  {
    name: 'custom verbs of a gateway',
    key: 'name',
    chosenBy: 'client',
    all: 'ferries',
    lines: lines({
      SearchFerries: 'POST /v1/ferries:search list',
      GetFerry: 'GET /v1/ferries:get read, query name',
      CreateFerry: 'POST /v1/ferries:create create',
      UpdateFerry: 'POST /v1/ferries:update update, body name',
      DeleteFerry: 'POST /v1/ferries:delete delete, body name',
    }),
  },
  {
    name: 'verbs behind names, and lists of those to delete',
    key: 'name',
    chosenBy: 'client',
    lines: lines({
      listQuays: 'POST /quays/list list',
      getQuay: 'POST /quays/{quay_name}/get read, path quay_name',
      createQuay: 'POST /quays/create create',
      renameQuay: 'POST /quays/{quay_name}/update update, path quay_name',
      openQuays: 'POST /quays/open act, body quays_names[]',
      deleteQuays: 'POST /quays/delete delete, body quays_names[]',
    }),
  },
  {
    name: 'the collection in the word behind its own',
    key: 'name',
    chosenBy: 'client',
    lines: lines({
      listSecrets: 'POST /secrets/list list',
      getSecret: 'POST /secrets/get_secret read, body name',
      putSecret: 'POST /secrets/create_or_update put, body name',
      deleteSecrets: 'POST /secrets/delete delete, body secrets_names[]',
    }),
  },
  {
    name: 'a create of several beside that of one',
    key: 'name',
    chosenBy: 'client',
    lines: lines({
      addOar: 'POST /oars create',
      addOars: 'POST /oars/createWithList fill',
      getOar: 'GET /oars/{name} read, path name',
      putOar: 'PUT /oars/{name} update, path name',
      deleteOar: 'DELETE /oars/{name} delete, path name',
    }),
  },
  {
    name: 'the words of methods before names',
    key: 'id',
    chosenBy: 'server',
    lines: lines({
      getAllDocks: 'GET /dock/getAllDocks list',
      getDockById: 'GET /dock/getDockById/{id} read, path id',
      addDock: 'POST /dock/addDock create',
      updateDock: 'PUT /dock/updateDock/{id} update, path id',
      deleteDock: 'DELETE /dock/delete/{id} delete, path id',
    }),
  },
  {
    name: 'all verbs in one place, and bare identifiers',
    key: 'slip_id',
    chosenBy: 'server',
    isBare: true,
    lines: lines({
      get_slips: 'GET /api/get_slips list',
      get_slip_data: 'GET /api/get_slip_data read, query slip_id',
      add_slip: 'POST /api/add_slip create',
      set_slip: 'POST /api/edit_slip update, body slip_id',
      set_slip_label: 'POST /api/set_slip_label update, body slip_id',
      move_to_quay: 'POST /api/move_to_quay act, body slip_ids[]',
      delete_slips: 'POST /api/delete_slips delete, body slip_ids[]',
    }),
  },
  {
    name: 'identifiers as plain text',
    key: 'ropeId',
    chosenBy: 'server',
    isBare: 'text',
    lines: lines({
      listRopes: 'GET /ropes list',
      addRope: 'POST /ropes create',
      getRope: 'GET /ropes/{ropeId} read, path ropeId',
      tieRope: 'POST /ropes/{ropeId}/tie act, path ropeId',
      cutRope: 'DELETE /ropes/{ropeId} delete, path ropeId',
    }),
  },
  {
    name: 'a thing before each verb',
    key: 'mmsi',
    chosenBy: 'client',
    lines: lines({
      tugManagerFind: 'POST /tugManagerFind list',
      tugManagerGetMoored: 'POST /tugManagerGetMoored list',
      tugManagerGet: 'POST /tugManagerGet read, body mmsi',
      tugManagerCreate: 'POST /tugManagerCreate create',
      tugManagerAddRope: 'POST /tugManagerAddRope act, body mmsi',
      tugManagerDelete: 'POST /tugManagerDelete delete, body mmsi',
    }),
  },
  {
    name: 'failures told with 200',
    ...{ key: 'id', chosenBy: 'server', one: 'buoy', all: 'buoys', tells: 'ok' },
    lines: lines({
      buoysList: 'GET /api/buoys.list list',
      buoysInfo: 'GET /api/buoys.info read, query buoy',
      buoysCreate: 'POST /api/buoys.create create',
      buoysRename: 'POST /api/buoys.rename update, body buoy',
      buoysLight: 'POST /api/buoys.light act, body buoy',
      buoysDelete: 'POST /api/buoys.delete delete, body buoy',
    }),
  },
  {
    name: 'everything in the query',
    ...{ key: 'skiffID', chosenBy: 'client', one: 'skiff', all: 'skiffs', tells: 'code' },
    lines: lines({
      listSkiffs: 'GET /listSkiffs list',
      createSkiff: 'POST /createSkiff create, query skiffID',
      getSkiff: 'GET /getSkiff read, query skiffID',
      launchSkiff: 'POST /launchSkiff act, query skiffID',
      deleteSkiff: 'POST /deleteSkiff delete, query skiffID',
    }),
  },
  {
    name: 'codes in answers',
    ...{ key: 'raftID', chosenBy: 'client', one: 'raft', all: 'rafts', tells: 'code' },
    lines: lines({
      listRafts: 'GET /listRafts list',
      createRaft: 'POST /createRaft create',
      getRaft: 'GET /getRaft read, query raftID',
      renameRaft: 'POST /renameRaft update, body raftID',
      deleteRaft: 'POST /deleteRaft delete, query raftID',
    }),
  },
]
