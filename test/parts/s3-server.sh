#!/usr/bin/env bash
# A real server of the S3 protocol for tests: OpenStack Swift with its s3api, from Debian's packages
#   swift-proxy swift-account swift-container swift-object memcached
# Usage: s3-server.sh start DIR, s3-server.sh stop DIR. Needs root: Swift reads /etc/swift/swift.conf.
# Answers at http://127.0.0.1:26080 (path style), key test:tester, secret testing.
set -euo pipefail

command=${1:?start or stop}
dir=${2:?a folder}
port=26000
memcached_port=26211
servers=(account container object)

conf() { cat > "$dir/etc/$1"; }

write_rings() {
  local offset=0
  for server in "${servers[@]}"; do
    offset=$((offset + 1))
    (
      cd "$dir/etc"
      swift-ring-builder "$server.builder" create 4 1 1
      swift-ring-builder "$server.builder" add "r1z1-127.0.0.1:$((port + offset))/disk" 1
      swift-ring-builder "$server.builder" rebalance
    ) > "$dir/log/rings-$server" 2>&1
    conf "$server-server.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $((port + offset))
workers = 1
user = root
swift_dir = $dir/etc
devices = $dir/devices
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = $server-server
[app:$server-server]
use = egg:swift#$server
CONF
  done
}

# The filters without settings; symlink has to stand behind versioned_writes.
plain_filters=(catch_errors gatekeeper healthcheck copy bulk slo dlo symlink)

write_proxy() {
  {
    cat <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $((port + 80))
workers = 1
user = root
swift_dir = $dir/etc
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache s3api tempauth copy bulk slo dlo versioned_writes symlink proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
check_bucket_owner = false
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$memcached_port
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
[filter:proxy-logging]
use = egg:swift#proxy_logging
CONF
    for filter in "${plain_filters[@]}"; do printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "$filter"; done
  } | conf proxy-server.conf
}

run() {
  local name=$1
  shift
  "$@" > "$dir/log/$name" 2>&1 &
  echo $! > "$dir/run/$name.pid"
}

start() {
  mkdir -p "$dir"/{etc,devices/disk,run,log} /etc/swift
  printf '[swift-hash]\nswift_hash_path_prefix = tests\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n' |
    tee "$dir/etc/swift.conf" > /etc/swift/swift.conf
  write_rings
  write_proxy
  run memcached memcached -u nobody -l 127.0.0.1 -p "$memcached_port" -m 32
  for server in "${servers[@]}" proxy; do run "$server" "swift-$server-server" "$dir/etc/$server-server.conf"; done
  for _ in $(seq 120); do
    if curl -fs "http://127.0.0.1:$((port + 80))/healthcheck" > /dev/null; then return; fi
    sleep 0.25
  done
  tail -n 5 "$dir"/log/* >&2
  return 1
}

# Ends what start began, by its ids alone.
stop() {
  for file in "$dir"/run/*.pid; do
    [ -e "$file" ] && kill "$(cat "$file")" 2> /dev/null || true
  done
}

"$command"
