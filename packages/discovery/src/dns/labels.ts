/** Labels that describe what a host does. */
const purposes = `
about academy access account accounting accounts activate activity ad adfs admin admins ads adserver advertising affiliate affiliates
agent agents ai airflow alert alerts alertmanager alpha amp analytics android antispam ap apache api apigateway apis app appserver apps
archive archives artifactory artifacts asset assets assist atlas atlassian auction audio audit auth authentication author autoconfig
autodiscover avatar avatars aws azure b2b backend backoffice backup backups bamboo bank banner banners bastion bbs beta bi billing bitbucket
blog blogs board boards book booking bookings books bounce box branding broadcast broker bucket bugs bugzilla build builder builds bulk
business buy cache cacti cal calendar call campaign campus captcha cards care career careers cart cas catalog catalogue cdn central
ceph certs cgi channel chart charts chat check checkout chef ci cisco citrix classic classroom client clients cloud cluster cms cobbler
code collab collaboration collector college com comments commerce common community company compare compute conf conference config
confluence connect connector console consul contact contacts content contest control core corp corporate course courses cpanel crash
crawler creative credit crl crm cron crowd customer customers cvs cyber dash dashboard data database dav db dba debug default delivery
demo demos deploy deployment design desk desktop destination dev devel developer developers development device devices devops dhcp dialin
dir direct directory discount discover discovery discuss dist dl dmz dns do doc docker docs document documentation documents domain
domains donate door download downloads draft drive drone drupal dsl e ebook ecommerce edge edit editor edu education elastic
elasticsearch elearning elk email embed emergency employee employees en endpoint energy engage engine engineering enroll enterprise
erp error errors es esales eshop etcd event events exam example exchange expo explore export ext external extranet eye f fabric faculty
family faq farm fax feature feed feedback feeds file files filter finance find firewall firmware flash flow fms font fonts food form forms
forum forums foundation free fs ftp ftps fun fund gallery game games gate gateway geo geoserver gerrit get gift git gitea github gitlab
global go gold golf gps grafana graph graphite graphql graylog green grid group groups groupware guest guide guides gw hadoop harbor
hardware hcm health healthcheck help helpdesk hive home homepage honeypot hook hooks host hosted hosting hotel house hq hr html http https
hub hudson hybrid iam icinga icon icons id identity idm idp ids im image images imap imaps img imgs import in inbound inbox index info
infra infrastructure ingest ingress inside insight insights install intern internal international internet intranet inventory invest
investor investors invite invoice invoices ios iot ip ipa ipam ipsec ipv4 ipv6 irc iris irs is iso issues it itsm jabber java jboss jenkins
jira job jobs join journal journals jump jumphost jupyter kafka kb kerberos keycloak keys keyserver kibana kiosk knowledge kubernetes kvm
lab labs lan landing language launch law lb ldap ldaps lead leads learn learning legacy legal letters lib libraries library license
licensing life link links linux list lists listserv live livechat lms load loadbalancer local log logger logging login logs logstash loki
loyalty mac magazine mail mailadmin mailbox mailer mailgate mailhost mailin maillist mailman mailout mailrelay mails main maintenance
manage management manager map mapping maps market marketing marketplace master mattermost mdm me media meet meeting meetings member
members memcached mentor messages messaging meta metabase metrics mfa micro microsite migrate migration mining minio mirror mirrors mobile
mobi mon monitor monitoring moodle movie mqtt ms msg mta multimedia munin museum music my mysql nagios nas nat net netadmin netbox netflow
network networks new news newsletter newsletters newsroom next nexus nfs nginx nms node nomad notes notice notification notifications
notify ntp oauth observe office offline ogc oidc old oldsite olap onboarding online op open openapi openid openvpn ops opsgenie oracle orange
order orders org origin oss outbound outlook outreach owa owncloud p package packages page pages panel park parking partner partners parts
passport password patch pay payment payments payroll pbx pci pda people performance perl pgadmin phone phones photo photos php phpmyadmin
pic pics pilot pim ping pki plan planet planning platform play player plesk plugin plugins pms podcast podcasts point policy poll polls pop
pop3 pop3s portal portals portfolio post postfix postgres postmaster pr preprod presence press preview price prices pricing print printer
priv privacy private prod product production products profile profiles programs project projects prometheus promo promotion promotions
proxy ps pub public publications publish publisher pulse puppet purchase push qa quality query queue quiz quote quotes rabbitmq rack radio
radius rancher rates raw rc rd rdp reader recruit recruiting recruitment redirect redis redmine reg register registrar registration registry
relay release releases remote rental report reporting reports repo repos repository request research reseller resellers reset resource
resources rest result results retail review reviews rewards roadmap root route router rpc rss rstudio rt rtmp s3 saas safety sale sales
salesforce saml sandbox sap satis satellite scanner schedule scheduler school science search secure security seed selfservice sentry seo
server servers service servicedesk services session sftp share sharepoint shipping shop shopping shops shortlink signup simulator sip site
sites skype slack smart sms smtp smtps snmp soa soap social socket soft software solutions solr sonar sonarqube sonic source spam spark
speed speedtest sport sports splunk sql squid ss sso ssh ssl stable staff stage staging standby start startup stat static statistics stats
status statuspage storage store storefront stores stories stream streaming student students studio style submit subscribe subscription
subversion success superset supplier suppliers support survey surveys svn swagger switch sync syslog system systems tableau tag tags talent
talk talks target task tasks tax teach teacher team teams teamcity tech technology telecom telemetry telephony temp template templates
terminal terms terraform test tester testing tests text theme themes thumbs ticket ticketing tickets time timesheet tls token tool tools
top tour tower trac trace tracing track tracker tracking trade trading traefik traffic train training transfer translate transport travel
trial trust tunnel turn tv tz uat ui undef unifi university unsubscribe up update updates upgrade upload uploads url us user users util
utility v validate vault vcenter vcs vdi vendor vendors verify version video videos view viewer virtual visio vision visit vm vmware voice
voip vote voting vpn vps vsphere wap war warehouse watch wave weather web webadmin webapi webapp webapps webcam webcast webcon webconf
webdav webdisk webhook webhooks webinar webinars webmail webmaster webmin webportal webproxy webserver webservice webservices website
webstore wechat welcome whm whois widget widgets wifi wiki win windows wireless woocommerce wordpress work worker workflow workplace
workspace world wp ws wsus www xml xmpp yoga your zabbix zeus zimbra zipkin zone zookeeper
`;

/** Labels for locations and audiences. */
const places = `
africa amsterdam apac asia atlanta au australia austria berlin boston br brazil ca canada chicago china cn dallas de dublin east eu
europe fr france frankfurt germany hk hongkong india italy japan jp kr latam london madrid miami milan mumbai north nl nyc paris pl
russia seattle sg singapore south spain stockholm sydney tokyo toronto uk us-east us-west usa vienna warsaw west zurich
`;

/** Labels that are numbered from 1, with their usual maximum. */
const numbered: readonly (readonly [string, number])[] = [
  ['www', 5],
  ['ns', 4],
  ['mx', 4],
  ['mail', 4],
  ['smtp', 3],
  ['web', 4],
  ['app', 3],
  ['api', 3],
  ['db', 3],
  ['vpn', 3],
  ['server', 3],
  ['node', 3],
  ['cdn', 3],
  ['static', 3],
  ['img', 3],
  ['proxy', 2],
  ['dns', 2],
  ['test', 3],
  ['dev', 3],
  ['stage', 2],
  ['gw', 2],
  ['lb', 2],
  ['host', 2],
  ['dc', 2],
];

/** Suffixes of hosts next to the production one. */
const stages = ['dev', 'test', 'qa', 'uat', 'stage', 'staging', 'beta', 'demo', 'preview', 'preprod'] as const;
const staged = ['api', 'app', 'admin', 'auth', 'www', 'portal', 'shop'] as const;

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Common labels of hosts directly below a domain, each once. Our own list of names that operators use. */
export const guessedLabels: readonly string[] = [
  ...new Set([
    ...words(purposes),
    ...words(places),
    ...numbered.flatMap(([label, count]) => Array.from({ length: count }, (_, index) => `${label}${index + 1}`)),
    ...stages.flatMap((stage) => staged.flatMap((name) => [`${name}-${stage}`, `${stage}-${name}`])),
  ]),
];

/** Services with SRV records that may name TLS hosts. */
export const guessedServices: readonly string[] = [
  '_autodiscover._tcp',
  '_caldavs._tcp',
  '_carddavs._tcp',
  '_https._tcp',
  '_imap._tcp',
  '_imaps._tcp',
  '_ldaps._tcp',
  '_pop3s._tcp',
  '_sips._tcp',
  '_submission._tcp',
  '_submissions._tcp',
  '_xmpps-client._tcp',
];
