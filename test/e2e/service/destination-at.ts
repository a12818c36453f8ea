import type { PostgresDestinationWrite, S3DestinationWrite } from '../../../generated/types.ts'

/** Returns a batch export destination for an S3 server on a port of this machine. */
export function s3At(port: number): S3DestinationWrite {
  return {
    type: 'S3',
    config: {
      bucket_name: 'bucket',
      region: 'us-east-1',
      prefix: '',
      endpoint_url: `http://127.0.0.1:${port}`,
      aws_access_key_id: 'id',
      aws_secret_access_key: 'secret',
    },
  }
}

/** Returns a destination for a server that speaks PostgreSQL's protocol, without TLS. */
export function postgresAt(
  port: number,
  config: Partial<PostgresDestinationWrite['config']> = {},
): PostgresDestinationWrite {
  return {
    type: 'Postgres',
    config: {
      ...{ host: '127.0.0.1', port, database: 'd', user: 'u', password: 'password' },
      ...{ schema: 'public', sslmode: 'disable' },
      ...config,
    },
  }
}
