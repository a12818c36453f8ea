#!/usr/bin/env bash
# A real cluster of ClickHouse for tests: two shards of Debian's clickhouse-server with Debian's ZooKeeper, on loopback, from the packages
#   clickhouse-server zookeeper
# Debian's is of 2018: it knows replication, Distributed tables and statements for a whole cluster, and little of today's SQL.
# Usage: clickhouse-cluster.sh start DIR, stop DIR; kill DIR SHARD, as a crash does; restart DIR SHARD.
# The shards are 1 and 2; they answer HTTP at 27101 and 27102. The cluster is called "two".
set -euo pipefail

command=${1:?start, stop, kill or restart}
dir=${2:?a folder}
shard=${3:-}
keeper_port=27181
PATH=$PATH:/usr/sbin

write_keeper() {
  cat > "$dir/zoo.cfg" <<CONF
dataDir=$dir/keeper
clientPort=$keeper_port
clientPortAddress=127.0.0.1
admin.enableServer=false
tickTime=500
CONF
}

write_users() {
  cat > "$dir/users.xml" <<CONF
<yandex>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users><default>
    <password></password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota>
  </default></users>
</yandex>
CONF
}

# Two copies may not follow one another into the same shard: internal_replication. A session that ends soon lets a server that
# was killed write again soon.
write_server() {
  local home=$dir/$1
  mkdir -p "$home"/{data,tmp,files}
  cat > "$home/config.xml" <<CONF
<yandex>
  <logger><level>warning</level><log>$home/log</log><errorlog>$home/errors</errorlog><size>10M</size><count>1</count></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>$((27100 + $1))</http_port>
  <tcp_port>$((27110 + $1))</tcp_port>
  <interserver_http_port>$((27120 + $1))</interserver_http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <path>$home/data/</path><tmp_path>$home/tmp/</tmp_path><user_files_path>$home/files/</user_files_path>
  <users_config>$dir/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>67108864</mark_cache_size>
  <remote_servers><two>
    <shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>27111</port></replica></shard>
    <shard><internal_replication>true</internal_replication><replica><host>127.0.0.1</host><port>27112</port></replica></shard>
  </two></remote_servers>
  <zookeeper><node><host>127.0.0.1</host><port>$keeper_port</port></node><session_timeout_ms>1500</session_timeout_ms></zookeeper>
  <macros><shard>$1</shard><replica>only</replica></macros>
  <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>
</yandex>
CONF
}

run() {
  local name=$1
  shift
  "$@" > "$dir/$name.out" 2>&1 &
  echo $! > "$dir/$name.pid"
}

run_server() { run "$1" clickhouse-server --config-file="$dir/$1/config.xml"; }

# Says why when it does not.
until_it_answers() {
  for _ in $(seq 120); do
    if "$@" > /dev/null 2>&1; then return; fi
    sleep 0.25
  done
  tail -n 5 "$dir"/*.out "$dir"/*/errors >&2
  return 1
}

keeper_listens() { (: < "/dev/tcp/127.0.0.1/$keeper_port") 2> /dev/null; }
server_answers() { curl -fs "http://127.0.0.1:$((27100 + $1))/ping"; }

start() {
  if keeper_listens; then
    echo "Another has the port $keeper_port, perhaps a cluster that was not stopped." >&2
    return 1
  fi
  mkdir -p "$dir/keeper"
  write_keeper
  write_users
  run keeper java -Xmx128m -cp /usr/share/java/zookeeper.jar org.apache.zookeeper.server.quorum.QuorumPeerMain "$dir/zoo.cfg"
  # A server that finds no keeper at its start never looks for statements to the cluster.
  until_it_answers keeper_listens
  for server in 1 2; do
    write_server "$server"
    run_server "$server"
  done
  for server in 1 2; do until_it_answers server_answers "$server"; done
}

# Its number may be another's by now: what this script started has the folder in its command line.
end() {
  local pid
  pid=$(cat "$1" 2> /dev/null) || return 0
  if tr '\0' ' ' 2> /dev/null < "/proc/$pid/cmdline" | grep -qF "$dir/"; then kill -KILL "$pid"; fi
}

# Ends what start began, by its ids alone.
stop() {
  for file in "$dir"/*.pid; do end "$file"; done
}

case $command in
  start) start ;;
  stop) stop ;;
  kill)
    end "$dir/${shard:?a shard}.pid"
    while server_answers "$shard" > /dev/null; do sleep 0.05; done
    ;;
  restart)
    run_server "${shard:?a shard}"
    until_it_answers server_answers "$shard"
    ;;
esac
